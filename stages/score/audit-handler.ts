import { pageFailure } from '#shared/async/budget-exceeded.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { type Inspection, inspectionFromEvent, withTiming } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { readPageExtracted } from '#shared/messages/events/page-extracted.ts'
import { loadBody } from '#shared/messages/events/page-fetched.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { AuditParameters } from '#shared/operations/seo-audit.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { readMeasuredVitals } from '#shared/store/measured-vitals.ts'
import { detectChallenge } from '#shared/web/html/bot-challenge.ts'
import { addToHistory, type HistoryStore, previousAudits, recordOf } from './audit/history/audit-history.ts'
import { type AuditResult, selectFields } from './audit/result/audit-result.ts'
import { diffOf } from './audit/result/diff.ts'
import type { ScorePool } from './score.worker.ts'

export interface AuditPorts {
  readonly scorePool: ScorePool
  readonly objects: ObjectStore
  readonly store: HistoryStore
  readonly logger: Log
  /** Maximum bytes of the body of a page. */
  readonly maxBytes: number
  /** How long audits are kept for comparison, in seconds. */
  readonly historyTtl: number
}

/** The handler that audits a page from its extracted facts. */
export function auditHandler(ports: AuditPorts): StageHandler {
  return {
    name: 'score',
    group: 'score-audit',
    input: 'page.extracted',
    accepts: () => true,
    concurrencyKeyOf: () => null,
    describe,
    async handle({ event, lane, signal }) {
      const { request, auditInput: read } = readPageExtracted(event, lane)
      const parameters = request.parameters as unknown as AuditParameters
      const input = await read(ports.objects)
      const body = await loadBody(ports.objects, input.page, ports.maxBytes)
      const started = performance.now()
      const task = { input, body, request: parameters }
      const { tenant = null } = request
      const options = { tenant, isUrgent: lane === 'interactive', signal, moved: body }
      const pending = ports.scorePool.run('audit', task, options)
      const { result, siteFacts, crashed } = await pending.catch((error: unknown) => {
        throw pageFailure(error, request.url, 'audited')
      })
      for (const { id, error } of crashed)
        ports.logger.error({ rule: id, error, inspection: request.id }, 'a rule failed')
      const measured = await withMeasured(ports, request, parameters, result)
      const compared = await compare(ports, request, parameters, measured)
      return {
        inspection: withTiming(request, 'score', performance.now() - started),
        resultJson: JSON.stringify(selectFields(compared, parameters.fields)),
        blocked: detectChallenge(input.metadata.title ?? null, input.page.status),
        siteFacts,
      }
    },
  }
}

function describe(event: CloudEvent, lane: Lane): Inspection {
  try {
    return readPageExtracted(event, lane).request
  } catch {
    return inspectionFromEvent(event, lane)
  }
}

/** Adds the audit to the history and, if `compare` is set, the difference to the previous audit. */
async function compare(
  { store, historyTtl }: AuditPorts,
  request: InspectionRequested,
  parameters: AuditParameters,
  result: AuditResult,
): Promise<AuditResult> {
  const { id, tenant } = request
  const record = recordOf(id, result)
  const history = await addToHistory(store, { tenant, ...parameters }, record, historyTtl)
  return parameters.compare ? { ...result, diff: diffOf(record, previousAudits(history, id)) } : result
}

/** Names the last measurement of the page beside its estimated vitals. */
async function withMeasured(
  { store }: AuditPorts,
  { tenant }: InspectionRequested,
  { url, device }: AuditParameters,
  result: AuditResult,
): Promise<AuditResult> {
  if (result.web_vitals === null) return result
  const measured = await readMeasuredVitals(store, { tenant, url, device })
  return { ...result, web_vitals: { ...result.web_vitals, measured } }
}
