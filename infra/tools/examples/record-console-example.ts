import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { roastery } from './pictures/roastery.ts'
import { serveSite } from './pictures/serve-site.ts'

const HOST = 'www.harbour-roastery.example'
const ADDRESS = '127.0.0.2'

/** Pixels and quality of the screenshot, which has at most a third of what the example may weigh. */
const SIZE = { width: 640, quality: 60 } as const

/** The calls whose responses the console shows to a person without a key. */
const calls = {
  snapshot: { fullPage: 'false' },
  metadata: {},
  performance: { device: 'mobile', details: 'true' },
  'seo-audit': { device: 'mobile' },
} as const

/** The responses by operation, with the parameters of their calls, and the screenshot as WebP. */
interface ConsoleExample {
  readonly results: Readonly<Record<string, { readonly result: unknown; readonly parameters: object }>>
  readonly screenshot: Buffer
}

/** Lets the service inspect the home page of a shop, and returns its responses. Leaves nothing behind. */
async function recordConsoleExample(): Promise<ConsoleExample> {
  const site = await serveSite(ADDRESS, await roastery(false))
  const service = await openEmbeddedService({
    PUBLIC_URL: 'https://pageprobe.example',
    EGRESS_HOSTS: `${HOST}=${ADDRESS}`,
  })
  try {
    return await record(service, `${HOST}:${site.port}`)
  } finally {
    await service.close()
    await site.close()
  }
}

async function record(service: ServiceFixture, host: string): Promise<ConsoleExample> {
  const results: Record<string, { result: unknown; parameters: object }> = {}
  for (const [operation, parameters] of Object.entries(calls)) {
    const text = await inspect(service, operation, { url: `http://${host}/`, ...parameters })
    // No example shows the port.
    results[operation] = {
      result: JSON.parse(text.replaceAll(host, HOST)),
      parameters: { url: `http://${HOST}/`, ...parameters },
    }
  }
  const { screenshot_url } = (results.snapshot as { result: { screenshot_url: string } }).result
  const image = await fetch(service.service.url + new URL(screenshot_url).pathname)
  const screenshot = await sharp(await image.bytes())
    .resize({ width: SIZE.width })
    .webp({ quality: SIZE.quality, effort: 6 })
    .toBuffer()
  return { results, screenshot }
}

async function inspect(
  { service, key }: ServiceFixture,
  operation: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const isPost = operation === 'snapshot'
  const query = isPost ? '' : `?${new URLSearchParams(parameters)}`
  const answer = await fetch(`${service.url}/${operation}${query}`, {
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(isPost && { method: 'POST', body: JSON.stringify({ ...parameters, fullPage: false }) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${operation}: ${text}`)
  return text
}

/** Writes the example into the folder of the console that has it. */
export async function writeConsoleExample(folder: string): Promise<void> {
  const { results, screenshot } = await recordConsoleExample()
  writeFileSync(`${folder}/results.json`, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(`${folder}/screenshot.webp`, screenshot)
}
