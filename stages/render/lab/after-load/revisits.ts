import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { Tab } from '../../tab/tab.ts'
import type { Instruments } from '../instruments.ts'
import { measureReturn } from '../interaction/leave-and-return.ts'
import type { OptionalMetrics } from '../optional-metrics.ts'
import { loadRepeatView, type RepeatViewOptions } from '../requests/repeat-view.ts'
import { ANSWER_MS, type TimeFor } from './time-limits.ts'

type ResponseOrigin = NonNullable<LabRequest['secondView']>

/**
 * What a visitor has who comes again: how each URL is served then, and what keeps the page out of the back/forward cache. The page is
 * loaded anew, so nothing can be measured in it afterwards.
 */
export async function measureRevisits(
  tab: Tab,
  { throttle }: Instruments,
  metrics: OptionalMetrics,
  { finalUrl, waitUntil }: { readonly finalUrl: string; readonly waitUntil: WaitUntil },
  timeFor: TimeFor,
) {
  const prepare = async () => {
    // Throttling does not change the result. The visit has blocked navigations: disable its interception.
    await Promise.all([throttle.lift(), tab.cdp.send('Fetch.disable')])
  }
  const view = { url: finalUrl, waitUntil, budgetMs: timeFor('repeatView') }
  const repeatViews = await measureRepeatView(tab, metrics, prepare, view)
  return { repeatViews, backForwardCache: await measureReturn(tab, metrics, timeFor('backForwardCache')) }
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
