import type { CompactCMPRuleset, ConsentState, ContentScriptMessage } from '@duckduckgo/autoconsent'
import { URL_LIMIT } from '#shared/operations/fields.ts'
import type { FrameWorld } from '../tab/isolated-world.ts'

/** The content script and the rules of autoconsent. */
export interface ConsentRules {
  /** The content script, which communicates through `autoconsentSendMessage` and `autoconsentReceiveMessage`. */
  readonly script: string
  /** The rules for a document at `url`, in compact form. */
  rulesFor(url: string, isMainFrame: boolean): CompactCMPRuleset
}

/** The progress of a page: detecting platforms, waiting for the banner of one, opting out, or idle. */
export type Phase = 'looking' | 'expecting' | 'optingOut' | 'still'

export type OptOuts = ReturnType<typeof makeOptOuts>

type Lifecycle = ConsentState['lifecycle']

interface Progress {
  readonly lifecycle: Lifecycle
  readonly phase: Phase
  readonly since: number
}

/** Lists all of them: a missing one counts as enabled, and logging a step costs more than the step. */
const noLogs = {
  lifecycle: false,
  rulesteps: false,
  detectionsteps: false,
  evals: false,
  errors: false,
  messages: false,
  waits: false,
}

/**
 * Clicks only the reject buttons of known consent platforms. Unknown banners are hidden, never clicked. Hides nothing before detection:
 * a banner counts as present when it is visible.
 */
const config = {
  enabled: true,
  autoAction: 'optOut',
  enablePrehide: false,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  heuristicMode: 'off',
  detectRetries: 20,
  logs: noLogs,
}

const phases: Partial<Record<Lifecycle, Phase>> = {
  started: 'looking',
  cmpDetected: 'expecting',
  openPopupDetected: 'optingOut',
  runningOptOut: 'optingOut',
}
const urgency: readonly Phase[] = ['still', 'looking', 'expecting', 'optingOut']

/** The Node side of autoconsent (docs/api.md of the package), with one content script in each world. */
export function makeOptOuts(rulesFor: ConsentRules['rulesFor'], mainFrameId: string) {
  const progress = new Map<FrameWorld, Progress>()
  const found = new Set<string>()
  const sendToPage = (world: FrameWorld, message: object) => {
    const expression = `autoconsentReceiveMessage(${JSON.stringify(message)})`
    // The document and its script are gone.
    world.evaluate(expression).catch(() => {})
  }
  const recordState = (world: FrameWorld, { lifecycle }: ConsentState) => {
    if (progress.get(world)?.lifecycle === lifecycle) return
    progress.set(world, { lifecycle, phase: phases[lifecycle] ?? 'still', since: performance.now() })
  }
  return {
    /** Handles a message of the content script in a world. */
    handleMessage(world: FrameWorld, message: ContentScriptMessage): void {
      if (message.type === 'init') {
        if (!message.url.startsWith('http')) return
        const url = message.url.slice(0, URL_LIMIT)
        const rules = { autoconsent: [], compact: rulesFor(url, world.frameId === mainFrameId) }
        sendToPage(world, { type: 'initResp', config, rules })
      } else if (message.type === 'eval') {
        void world
          .isTruthyInPage(message.code)
          .catch(() => false)
          .then((result) => sendToPage(world, { type: 'evalResp', id: message.id, result }))
      } else if (message.type === 'report') recordState(world, message.state)
      else if (message.type === 'popupFound') found.add(message.cmp)
    },
    /** The most urgent phase among the worlds, and for how many milliseconds its world has been in it. */
    phase: (worlds: readonly FrameWorld[]) =>
      mostUrgent(worlds.flatMap((world) => progress.get(world) ?? [])),
    /** Consent platforms whose banner was shown. */
    found: () => [...found],
  }
}

function mostUrgent(all: readonly Progress[]): { phase: Phase; ms: number } {
  const rank = ({ phase }: Progress) => urgency.indexOf(phase)
  const [max] = all.toSorted((one, other) => rank(other) - rank(one) || other.since - one.since)
  return max === undefined
    ? { phase: 'still', ms: 0 }
    : { phase: max.phase, ms: performance.now() - max.since }
}
