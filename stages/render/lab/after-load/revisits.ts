import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { Tab } from '../../tab/tab.ts'
import { makeCodeMeasurement } from '../code/measure-code.ts'
import type { Instruments } from '../instruments.ts'
import { measureReturn } from '../interaction/leave-and-return.ts'
import type { OptionalMetrics } from '../optional-metrics.ts'
import { loadRepeatView, type RepeatViewOptions } from '../requests/repeat-view.ts'
import { ANSWER_MS, type TimeFor } from './time-limits.ts'

type ResponseOrigin = NonNullable<LabRequest['secondView']>

/**
 * What a visitor has who comes again: how each URL is served then, and what keeps the page out of the back/forward cache; and how much
 * of its code the page uses, which would have disturbed the first load. Nothing can be measured in that load's document afterwards.
 */
export async function measureRevisits(
  tab: Tab,
  { throttle, codePool }: Instruments,
  metrics: OptionalMetrics,
  { finalUrl, waitUntil }: { readonly finalUrl: string; readonly waitUntil: WaitUntil },
  timeFor: TimeFor,
) {
  const prepare = async () => {
    // Throttling does not change the result. The visit has blocked navigations: disable its interception.
    await Promise.all([throttle.lift(), tab.cdp.send('Fetch.disable')])
  }
  // All else is measured: whatever becomes of the page, that counts.
  tab.forgoPage()
  const code = makeCodeMeasurement({ metrics, codePool, url: finalUrl, signal: tab.signal })
  const view = { url: finalUrl, waitUntil, budgetMs: timeFor('repeatView'), code }
  const repeatViews = await measureRepeatView(tab, metrics, prepare, view)
  const backForwardCache = await measureReturn(tab, metrics, timeFor('backForwardCache'))
  return { repeatViews, backForwardCache, ...(await code.findings()) }
}

/** How each URL was served when the page was loaded again; empty when that is missing. */
async function measureRepeatView(
  tab: Tab,
  metrics: OptionalMetrics,
  prepare: () => Promise<void>,
  options: RepeatViewOptions,
): Promise<ReadonlyMap<string, ResponseOrigin>> {
  const loadAgain = async () => {
    await prepare()
    return loadRepeatView(tab, options)
  }
  const maxMs = options.budgetMs + ANSWER_MS
  const repeatView = await metrics.measureInPage('second_view', maxMs, loadAgain, null)
  if (repeatView === null) return new Map()
  if ('byUrl' in repeatView) return repeatView.byUrl
  metrics.markMissing('second_view', repeatView.missing)
  return new Map()
}
