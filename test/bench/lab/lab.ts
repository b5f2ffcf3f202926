import { join } from 'node:path'
import { mergeFlags, renderFlags } from '#stages/render/adapters/browsers/launch/chromium-flags.ts'
import { openTestBrowser, type TestBrowser } from '#test/support/browser/test-tab.ts'
import { startChild } from '../child.ts'
import type { Row } from '../table.ts'
import { bareRun } from './bare-run.ts'
import { compareRows } from './compare.ts'
import { disturbanceRows } from './disturbed.ts'
import { instrumentCosts } from './instrument-costs.ts'
import type { LabDevice, LabRun } from './lab-run.ts'
import { lighthouseRun } from './lighthouse-run.ts'
import { untilQuiet } from './quiet.ts'
import { type LabService, startLabService } from './service.ts'

/** `BENCH_LAB_PAGES` and `BENCH_LAB_RUNS` make the bench shorter: names separated by commas, and runs of each kind. */
const pages = (
  process.env.BENCH_LAB_PAGES ?? 'heading,picture,styled,shifting,scripts,article,slow,scripted'
).split(',')
const runs = Number(process.env.BENCH_LAB_RUNS ?? 5)
const devices: readonly LabDevice[] = ['desktop', 'mobile']

export interface LabTable {
  readonly title: string
  readonly rows: readonly Row[]
}

/** Our lab from outside, Lighthouse in the same browser and the bare browser, in turns on a quiet machine. */
export async function* lab(): AsyncGenerator<LabTable> {
  const child = await startChild(join(import.meta.dirname, 'pages-site.ts'), [], {}, /site on port/)
  const site = `http://127.0.0.2:${/\d+$/.exec(child.line)?.[0]}`
  const service = await startLabService()
  const browser = await openTestBrowser(mergeFlags(renderFlags))
  try {
    yield {
      title: 'What an instrument of the lab costs a throttled main thread',
      rows: await instrumentCosts(browser, `${site}/heading`, 2 * runs - 1),
    }
    yield {
      title: 'The lab on a quiet and on a crowded machine',
      rows: await disturbanceRows(service, `${site}/heading`),
    }
    for (const page of pages)
      for (const device of devices)
        yield {
          title: `The lab compared with Lighthouse and the bare browser: ${page}, ${device}`,
          rows: await comparison({ service, browser }, `${site}/${page}`, device),
        }
  } finally {
    await browser.close()
    await service.stop()
    await child.stop()
  }
}

async function comparison(
  { service, browser }: { service: LabService; browser: TestBrowser },
  url: string,
  device: LabDevice,
): Promise<Row[]> {
  const got = { ours: [] as LabRun[], lighthouse: [] as LabRun[], bare: [] as LabRun[] }
  for (let run = 0; run < runs; run++) {
    await untilQuiet()
    got.ours.push(await service.run(url, device))
    await untilQuiet()
    got.bare.push(await bareRun(browser, url, device))
    await untilQuiet()
    got.lighthouse.push(await lighthouseRun(url, device))
  }
  return compareRows(new URL(url).pathname.slice(1), device, got)
}
