import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { RecordedAnswer, RecordedEvent } from '#gateway/documents/examples.ts'
import { root } from '#test/support/sandbox.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { type Callers, recordAnswers } from './record-answers.ts'
import { writeConsoleExample } from './record-console-example.ts'
import { recordEvents } from './record-events.ts'
import { openShop, type Shop } from './shop.ts'

export interface Examples {
  readonly answers: readonly RecordedAnswer[]
  readonly events: readonly RecordedEvent[]
}

/** The address of the service in the examples. */
const PUBLIC_URL = 'https://pageprobe.example'
/** The shop, and a site that it links to: a documentation address (RFC 5737), which is never requested. */
const EGRESS_HOSTS = 'shop.example=127.0.0.2,github.com=192.0.2.1'

/** Runs the service, lets it inspect the shop, and returns all its answers and events. Leaves nothing behind. */
export const recordExamples = (): Promise<Examples> => atShop(recordAll)

/** The same, with the documents that describe the interface, as the service sends them. */
export function recordInterface(): Promise<
  Examples & { readonly documents: Readonly<Record<string, unknown>> }
> {
  return atShop(async (fixture, shop) => {
    const documents = {
      openapi: await readDocument(fixture, 'openapi'),
      asyncapi: await readDocument(fixture, 'asyncapi'),
    }
    return { documents, ...(await recordAll(fixture, shop)) }
  })
}

/** Runs the service beside the shop for as long as `use` takes. */
async function atShop<T>(use: (fixture: ServiceFixture, shop: Shop) => Promise<T>): Promise<T> {
  const shop = await openShop()
  try {
    const fixture = await openEmbeddedService({ PUBLIC_URL, EGRESS_HOSTS })
    try {
      return await use(fixture, shop)
    } finally {
      await fixture.close()
    }
  } finally {
    await shop.close()
  }
}

async function recordAll(fixture: ServiceFixture, { url, release }: Shop): Promise<Examples> {
  const { port: shopPort } = new URL(url('/'))
  const { service, external } = fixture
  const answers = await recordAnswers({ service: service.url, shopPort, release, keys: makeKeys(fixture) })
  return { answers, events: await recordEvents(external, shopPort) }
}

async function readDocument({ service }: ServiceFixture, name: string): Promise<unknown> {
  const answer = await fetch(`${service.url}/${name}.json`)
  return answer.json()
}

function makeKeys({ env }: ServiceFixture): Callers['keys'] {
  const create = (...options: string[]) =>
    execFileSync(process.execPath, ['gateway/cli/keys.ts', 'create', ...options], { cwd: root, env })
      .toString()
      .trim()
  return {
    anyone: create('--plan', 'pro'),
    crawler: create('--scopes', 'batch,metadata'),
    auditor: create('--scopes', 'batch,seo-audit', '--owner', 'auditor'),
    narrow: create('--scopes', 'batch'),
    sparing: create('--limit', 'metadata=1'),
    nobody: null,
  }
}

/** Writes the examples that the documents show. */
async function writeExamples(folder: string): Promise<void> {
  for (const [name, recorded] of Object.entries(await recordExamples())) {
    writeFileSync(`${folder}/${name}.json`, JSON.stringify(recorded, null, 2))
  }
}

if (import.meta.main) {
  const documents = 'gateway/documents/examples'
  const console = 'gateway/console/app/example'
  await writeExamples(documents)
  await writeConsoleExample(console)
  execFileSync('node_modules/.bin/biome', ['format', '--write', documents, console], { stdio: 'inherit' })
}
