import { randomUUID } from 'node:crypto'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import { type InspectionRequested, requestRecord } from '#shared/messages/events/inspection-requested.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { StageResult } from '#shared/stage/stage-handler.ts'
import { machineBusyMs } from '#stages/render/adapters/machine-cpu.ts'
import { consentRules, vitalsLibrary } from '#stages/render/adapters/page-scripts.ts'
import { type RenderPorts, renderHandler } from '#stages/render/render-handler.ts'
import type { Tabs } from '#stages/render/tab/tab.ts'
import { asRead } from '#test/unit/shared/messages/log-record.ts'

/** The event that asks for an inspection with these parameters. */
export function requested(
  body: Record<string, unknown>,
  lane: Lane = 'interactive',
  operation: 'snapshot' | 'performance' = 'snapshot',
): CloudEvent {
  const checked = checkParameters(operation, body, operation !== 'snapshot')
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  const { parameters } = checked
  const request = {
    id: randomUUID(),
    operation,
    lane,
    parameters,
    url: parameters.url,
    expiresAt: null,
  }
  const record = requestRecord({ ...request, traceparent: null, timing: '' } as InspectionRequested)
  const decoded = fromRecord(asRead(record))
  if ('reason' in decoded) throw new Error(decoded.reason)
  return decoded.event
}

/** Opens no tab. */
export const noTabs: Tabs = {
  useShared: async () => Promise.reject(new Error('no tab was to be opened')),
  useExclusive: async () => Promise.reject(new Error('no tab was to be opened')),
  stop: async () => undefined,
}

/** The handler of the render stage without a browser, and what it stored and asked for. */
export interface RenderFixture {
  readonly stored: Map<string, { body: Buffer; contentType: string }>
  /** The URLs whose robots.txt was asked for. */
  readonly asked: string[]
  ports(more: Partial<RenderPorts>): RenderPorts
  /** Handles an interactive snapshot. */
  handle(more: Partial<RenderPorts>, body: Record<string, unknown>): Promise<StageResult>
}

/** Makes a fixture that shares nothing with others. */
export function renderFixture(): RenderFixture {
  const stored = new Map<string, { body: Buffer; contentType: string }>()
  const asked: string[] = []
  const ports = (more: Partial<RenderPorts>): RenderPorts => ({
    tabs: noTabs,
    objects: {
      put: async (name: string, body: Buffer, contentType: string) =>
        void stored.set(name, { body, contentType }),
    } as unknown as RenderPorts['objects'],
    objectUrl: (name) => `https://pageprobe.test/${name}`,
    maxPageBytes: 1_000_000,
    maxImageBytes: 1_000_000,
    robots: {
      async assertAllowed(url) {
        asked.push(url)
        return { crawlDelayMs: null }
      },
    },
    turns: { acquire: () => Promise.reject(new Error('no turn was to be taken')) },
    vitalsLibrary: vitalsLibrary(),
    consentRules,
    machineBusyMs,
    codePool: {
      run: () => Promise.reject(new Error('no page was to be measured')),
      stop: async () => {},
    },
    imageSizes: { run: () => Promise.reject(new Error('no page was to be measured')) },
    cores: 2,
    logger: { warn() {} } as unknown as RenderPorts['logger'],
    load: { recordDuration() {} },
    ...more,
  })

  function handle(more: Partial<RenderPorts>, body: Record<string, unknown>): Promise<StageResult> {
    const event = requested(body)
    const signal = new AbortController().signal
    return renderHandler(ports(more)).handle({ event, lane: 'interactive', signal })
  }

  return { stored, asked, ports, handle }
}
