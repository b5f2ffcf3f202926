import { execFileSync } from 'node:child_process'
import type { RecordedAnswer, RecordedEvent } from '#gateway/documents/examples.ts'
import { embeddedStand, type Stand } from '#test/pipeline/stand.ts'
import { root } from '#test/tools/sandbox.ts'
import { type Callers, recordAnswers } from './record-answers.ts'
import { recordEvents } from './record-events.ts'
import { openShop, type Shop } from './shop.ts'

export interface Examples {
  readonly answers: readonly RecordedAnswer[]
  readonly events: readonly RecordedEvent[]
}

/** Where the examples say that the service is. */
const PUBLIC_URL = 'https://pageprobe.example'
/** The shop, and whom it links to: an address of documents (RFC 5737), which is never asked. */
const EGRESS_HOSTS = 'shop.example=127.0.0.2,github.com=192.0.2.1'

/** Runs the service, lets it inspect the shop, and answers all it said. Nothing is left behind. */
export async function recordExamples(): Promise<Examples> {
  const shop = await openShop()
  try {
    return await recordOf(shop)
  } finally {
    await shop.close()
  }
}

async function recordOf({ url, hurry }: Shop): Promise<Examples> {
  const { port: shopPort } = new URL(url('/'))
  const stand = await embeddedStand({ PUBLIC_URL, EGRESS_HOSTS })
  try {
    const { service, outside } = stand
    const answers = await recordAnswers({ service: service.url, shopPort, hurry, keys: makeKeys(stand) })
    return { answers, events: await recordEvents(outside, shopPort) }
  } finally {
    await stand.close()
  }
}

function makeKeys({ env }: Stand): Callers['keys'] {
  const create = (...options: string[]) =>
    execFileSync(process.execPath, ['gateway/cli/keys.ts', 'create', ...options], { cwd: root, env })
      .toString()
      .trim()
  return {
    anyone: create('--plan', 'pro'),
    crawler: create('--scopes', 'batch,metadata'),
    narrow: create('--scopes', 'batch'),
    sparing: create('--limit', 'metadata=1'),
    nobody: null,
  }
}
