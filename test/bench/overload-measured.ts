import { join } from 'node:path'
import { startChild } from './child.ts'
import {
  type Answer,
  AT_ONCE_MS,
  addressOf,
  endsOf,
  isAnswered,
  isRefused,
  measurement,
  type OverloadFixture,
  openLoop,
  openOverloadFixture,
  quantile,
  snapshot,
} from './overload-fixture.ts'
import type { Row } from './table.ts'

const ALONE = 5
const PER_SECOND = 2
const LAB_SITE = 'lab-site.ts'

/** Measurements of the lab's page, one after the other: alone on the machine, beside snapshots, and alone again. */
export async function besideSnapshots({ seconds }: { readonly seconds: number }): Promise<Row[]> {
  const lab = await startChild(join(import.meta.dirname, LAB_SITE), [], {}, /site on port/)
  const fixture = await openOverloadFixture('shot-site.ts')
  let pages = 0
  const measure = () => measurement(fixture, `${addressOf(lab, LAB_SITE)}?page=${++pages}`)
  try {
    await snapshot(fixture, fixture.page())
    await measure()
    const before = await inTurn(ALONE, measure)
    const { measured, shots } = await besides(fixture, measure, seconds)
    const after = await inTurn(ALONE, measure)
    return rows({ alone: [...before, ...after], measured, shots })
  } finally {
    await fixture.close()
    await lab.stop()
  }
}

async function inTurn(count: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < count) answers.push(await call())
  return answers
}

async function besides(fixture: OverloadFixture, measure: () => Promise<Answer>, seconds: number) {
  let isOver = false
  const load = { perSecond: PER_SECOND, seconds }
  const shots = openLoop(load, () => snapshot(fixture, fixture.page())).finally(() => {
    isOver = true
  })
  const measured: Answer[] = []
  while (!isOver) measured.push(await measure())
  return { shots: await shots, measured }
}

interface Seen {
  readonly alone: readonly Answer[]
  readonly measured: readonly Answer[]
  readonly shots: readonly Answer[]
}

function rows({ alone, measured, shots }: Seen): Row[] {
  const times = (answers: readonly Answer[]) => answers.filter(isAnswered).map(({ ms }) => ms)
  const [idle, busy] = [quantile(times(alone), 0.5), quantile(times(measured), 0.5)]
  const refused = [...measured, ...shots].filter(isRefused).map(({ ms }) => ms)
  const [idleLcp, busyLcp] = [alone, measured].map((answers) => quantile(lcps(answers), 0.5)) as [
    number,
    number,
  ]
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return [
    { figure: 'a measurement alone, median', value: seconds(idle) },
    { figure: 'measurements', value: endsOf(measured) },
    {
      figure: 'a measurement, median and slowest',
      value: `${seconds(busy)}, ${seconds(Math.max(...times(measured)))}; ${(busy / idle).toFixed(2)} times alone`,
      goal: '<= 3 times',
    },
    { figure: 'snapshots', value: endsOf(shots) },
    {
      figure: 'a snapshot, median and p95',
      value: `${seconds(quantile(times(shots), 0.5))}, ${seconds(quantile(times(shots), 0.95))}`,
      goal: 'median <= 5 s',
    },
    {
      figure: 'the slowest refusal',
      value: refused.length === 0 ? 'none' : `${Math.max(...refused).toFixed(0)} ms`,
      goal: `<= ${AT_ONCE_MS} ms`,
    },
    {
      figure: 'LCP alone, and beside snapshots (median)',
      value: `${idleLcp.toFixed(0)} ms, ${busyLcp.toFixed(0)} ms: ${((busyLcp / idleLcp - 1) * 100).toFixed(1)} % apart`,
      goal: 'within 5 %',
    },
    { figure: 'measurements disturbed by other load', value: `${measured.filter(isDisturbed).length}` },
  ]
}

interface Measured {
  readonly core_web_vitals: { readonly lcp: { readonly value_ms: number } }
}

function lcps(answers: readonly Answer[]): number[] {
  return answers.filter(isAnswered).map(({ json }) => (json as Measured).core_web_vitals.lcp.value_ms)
}

function isDisturbed({ json, status }: Answer): boolean {
  return status === 200 && JSON.stringify(json).includes('"contaminated":true')
}
