import { setTimeout as delay } from 'node:timers/promises'
import { partNames } from '#infra/process/parts.ts'
import { audit, batch, batchIsWhole, metadata, performanceOf, snapshot } from './calls.ts'
import type { Engine } from './engine.ts'
import { apart, attempts, isApart, isRefused, lacksNoRight } from './rights-checks.ts'
import { makeStack, type Stack } from './stack.ts'

const BATCH_SIZE = 20
const HEALTHY_MS = 180_000
/** Recovery after a restart: group members rejoin, and browsers start. */
const RECOVERY_MS = 90_000
const POLL_MS = 1000
const backing = ['kafka', 'redis', 'redis-cache', 'postgres', 'minio']
const services = [...backing, ...partNames]

/** The children of process 1: its init has one. */
const SIGNAL = (name: string) => `
  const [pid] = require('node:fs').readFileSync('/proc/1/task/1/children', 'utf8').split(' ')
  process.kill(Number(pid), '${name}')`
const FACTS = `
  const fs = require('node:fs')
  const status = fs.readFileSync('/proc/1/status', 'utf8')
  const field = (name) => new RegExp('^' + name + ':\\\\s*(\\\\w+)', 'm').exec(status)[1]
  console.log([field('Name'), field('CapEff'), field('NoNewPrivs'), field('Seccomp'), process.getuid() > 0].join(' '))`

/**
 * Starts the services, tests them, restarts each, and removes them. Prints a line for each check; returns 1 if one
 * fails.
 */
export async function testStack(
  engine: Engine,
  images: Record<string, string>,
  more: readonly string[],
): Promise<number> {
  const stack = await makeStack(engine, images)
  const checks = makeChecks()
  try {
    await stack.up()
    await drive(stack, checks.check)
  } finally {
    if (!more.includes('--keep')) await stack.down()
  }
  process.stdout.write(`${checks.passed()} passed, ${checks.failed()} failed\n`)
  return checks.failed() === 0 ? 0 : 1
}

type Check = (name: string, work: () => Promise<unknown>) => Promise<void>

async function drive(stack: Stack, check: Check): Promise<void> {
  for (const service of [...services, 'site']) {
    await check(`${service} is healthy`, () => within(HEALTHY_MS, () => isHealthy(stack, service)))
  }
  await operations(stack, check)
  for (const part of partNames) {
    await check(`${part}: init, no rights, a filter of system calls`, () => isConfined(stack, part))
    await check(`${part}: a stopped program is unhealthy`, () => reportsStopped(stack, part))
  }
  for (const attempt of attempts) await check(attempt.name, () => isRefused(stack, attempt))
  for (const [from, to, port] of apart)
    await check(`${from} does not reach ${to}`, () => isApart(stack, from, to, port))
  await restarts(stack, check)
  for (const part of partNames) await check(`${part} lacks no right`, () => lacksNoRight(stack, part))
}

async function operations(stack: Stack, check: Check): Promise<void> {
  await check('metadata', () => within(RECOVERY_MS, () => metadata(stack)))
  await check('snapshot', () => within(RECOVERY_MS, () => snapshot(stack)))
  await check('performance', () => performanceOf(stack))
  await check('audit', () => audit(stack))
}

async function restarts(stack: Stack, check: Check): Promise<void> {
  let id = ''
  await check(`a batch of ${BATCH_SIZE}`, async () => {
    id = await batch(stack, BATCH_SIZE)
  })
  for (const service of services) {
    await check(`${service} restarts, and is healthy`, async () => {
      await stack.restart(service)
      await within(HEALTHY_MS, () => isHealthy(stack, service))
    })
    await check(`${service} restarted: metadata`, () => within(RECOVERY_MS, () => metadata(stack)))
    await check(`${service} restarted: snapshot`, () => within(RECOVERY_MS, () => snapshot(stack)))
  }
  await check('the batch is there as before', () =>
    within(RECOVERY_MS, () => batchIsWhole(stack, id, BATCH_SIZE)),
  )
  await check(`another batch of ${BATCH_SIZE}`, () => batch(stack, BATCH_SIZE))
  await check('audit again', () => audit(stack))
}

async function isHealthy(stack: Stack, service: string): Promise<void> {
  if (!(await stack.isHealthy(service))) throw new Error('it is not healthy')
}

/**
 * Process 1 is the init. It runs without capabilities, under no-new-privileges and a seccomp filter (mode 2), and not
 * as root.
 */
async function isConfined(stack: Stack, part: string): Promise<void> {
  const facts = (await stack.exec(part, ['node', '-e', FACTS])).trim()
  if (facts !== 'tini 0000000000000000 1 2 true') throw new Error(facts)
}

async function reportsStopped(stack: Stack, part: string): Promise<void> {
  await stack.exec(part, ['node', '-e', SIGNAL('SIGSTOP')])
  try {
    await within(HEALTHY_MS, async () => {
      if (await stack.isHealthy(part)) throw new Error('it is healthy')
    })
  } finally {
    await stack.exec(part, ['node', '-e', SIGNAL('SIGCONT')])
  }
  await within(HEALTHY_MS, () => isHealthy(stack, part))
}

/** Retries until the work succeeds; rejects with the error of the last attempt. */
async function within(limitMs: number, work: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + limitMs; ; await delay(POLL_MS)) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** Prints the outcome of each check and counts them. */
export function makeChecks(print: (line: string) => void = (line) => process.stdout.write(line)) {
  let passed = 0
  let failed = 0
  return {
    passed: () => passed,
    failed: () => failed,
    async check(name: string, work: () => Promise<unknown>): Promise<void> {
      const start = performance.now()
      const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
      try {
        await work()
        passed++
        print(`ok    ${name} (${seconds()} s)\n`)
      } catch (error) {
        failed++
        print(`FAIL  ${name} (${seconds()} s): ${(error as Error).message}\n`)
      }
    },
  }
}
