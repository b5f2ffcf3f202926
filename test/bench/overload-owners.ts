import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  type Answer,
  AT_ONCE_MS,
  closedLoop,
  endsOf,
  isAnswered,
  isRefused,
  type OverloadFixture,
  openLoop,
  openOverloadFixture,
  quantile,
  snapshot,
} from './overload-fixture.ts'
import type { Row } from './table.ts'

export interface Twice {
  readonly seconds: number
  /** The proportions of calls by owner. */
  readonly shares: readonly number[]
}

const CALLERS = 4
const LEAST_CAPACITY_SECONDS = 15
const FACTOR = 2

/** Measures the capacity in snapshots a second with waiting callers, then sends calls at twice that rate. */
export async function twiceTheCapacity({ seconds, shares }: Twice): Promise<Row[]> {
  const fixture = await openOverloadFixture('shot-site.ts')
  try {
    const keys = await Promise.all(shares.map((_, at) => makeKey(fixture, `owner-${at}`)))
    const capacity = await capacityOf(fixture, Math.max(LEAST_CAPACITY_SECONDS, seconds / 10))
    const owners = spread(shares)
    const began = performance.now()
    const asked: { readonly owner: number; readonly answer: Answer }[] = []
    await openLoop({ perSecond: FACTOR * capacity, seconds }, async (index) => {
      const owner = owners[index % owners.length] as number
      const answer = await snapshot(fixture, fixture.page(), keys[owner])
      asked.push({ owner, answer })
      return answer
    })
    return rows({ capacity, seconds, began, asked, shares })
  } finally {
    await fixture.close()
  }
}

async function makeKey({ env }: OverloadFixture, owner: string): Promise<string> {
  const args = ['gateway/cli/keys.ts', 'create', '--plan', 'enterprise', '--owner', owner]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })
  return stdout.trim()
}

async function capacityOf(fixture: OverloadFixture, seconds: number): Promise<number> {
  await snapshot(fixture, fixture.page())
  const began = performance.now()
  const answers = await closedLoop({ callers: CALLERS, seconds }, () => snapshot(fixture, fixture.page()))
  return (answers.filter(isAnswered).length * 1000) / (performance.now() - began)
}

/** Interleaves the calls of the owners evenly. */
function spread(shares: readonly number[]): number[] {
  const places = shares.flatMap((share, owner) =>
    Array.from({ length: share }, (_, at) => ({ owner, at: (at + owner / shares.length) / share })),
  )
  return places.toSorted((a, b) => a.at - b.at).map(({ owner }) => owner)
}

interface Seen {
  readonly capacity: number
  readonly seconds: number
  readonly began: number
  readonly asked: readonly { readonly owner: number; readonly answer: Answer }[]
  readonly shares: readonly number[]
}

function rows({ capacity, seconds, began, asked, shares }: Seen): Row[] {
  const answers = asked.map(({ answer }) => answer)
  const inTime = answers.filter((one) => isAnswered(one) && one.endedAt <= began + seconds * 1000)
  const answered = answers.filter(isAnswered).map(({ ms }) => ms)
  const refused = answers.filter(isRefused).map(({ ms }) => ms)
  const share = inTime.length / seconds / capacity
  const of = (owner: number) => asked.filter((one) => one.owner === owner)
  const perOwner = shares.map((_, owner) => {
    const own = of(owner)
    return `${own.filter(({ answer }) => isAnswered(answer)).length}/${own.length}`
  })
  return [
    { figure: 'capacity, snapshots a second', value: capacity.toFixed(2) },
    { figure: 'calls', value: endsOf(answers) },
    {
      figure: 'answered in time, share of the capacity',
      value: `${(share * 100).toFixed(0)} %`,
      goal: '>= 80 %',
    },
    {
      figure: 'an answer, median and slowest',
      value: `${seconds1(quantile(answered, 0.5))}, ${seconds1(Math.max(...answered))}`,
    },
    {
      figure: 'the slowest refusal',
      value: `${Math.max(0, ...refused).toFixed(0)} ms`,
      goal: `<= ${AT_ONCE_MS} ms`,
    },
    { figure: 'answered of requested, by owner', value: perOwner.join(' ') },
  ]
}

const seconds1 = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
