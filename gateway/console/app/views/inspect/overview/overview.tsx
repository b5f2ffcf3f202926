import { hrefOf } from '../../../state/address.ts'
import { route } from '../../../state/route.ts'
import { Badge, ScoreRing } from '../../../ui/badge.tsx'
import { meaningOfScore } from '../../../ui/format.ts'
import { PageText } from '../../../ui/page/page-text.tsx'
import { indexabilityInWords } from '../results/audit/page/indexability-words.ts'
import type { Results } from '../results/results.ts'
import { TAB } from '../tabs/tab-list.ts'
import { Thumbnail } from './thumbnail.tsx'
import { costliest, scoreInWords } from './verdicts.ts'

interface OverviewProps {
  readonly checks: readonly string[]
  readonly results: Results
  readonly pending: readonly string[]
}

/** The page in short: how it looks, whether it is good, whether it can be found, and what costs most. Its places are kept. */
export function Overview({ checks, results, pending }: OverviewProps) {
  const { snapshot, audit, performance } = results
  const isPending = (name: string) => pending.includes(name)
  return (
    <section class="panel overview" aria-label="Overview">
      {checks.includes('snapshot') && <Thumbnail snapshot={snapshot} isPending={isPending('snapshot')} />}
      <div class="scores">
        {checks.includes('seo-audit') && (
          <Score
            name="SEO"
            label="SEO score"
            score={audit?.scoring?.overall ?? null}
            note={audit?.scoring ? `grade ${audit.scoring.grade}` : ''}
            isPending={isPending('seo-audit')}
          />
        )}
        {checks.includes('performance') && (
          <Score
            name="Performance"
            label="Performance score"
            score={performance?.performance_score?.value ?? null}
            note="in the lab"
            isPending={isPending('performance')}
          />
        )}
      </div>
      <div class="stack tight verdicts">
        {checks.includes('seo-audit') && <Indexing audit={audit} isPending={isPending('seo-audit')} />}
        <Costs results={results} isPending={pending.length > 0} />
      </div>
    </section>
  )
}

interface ScoreProps {
  readonly name: string
  readonly label: string
  readonly score: number | null
  readonly note: string
  readonly isPending: boolean
}

/** A score as a ring and in words. */
function Score({ name, label, score, note, isPending }: ScoreProps) {
  const { path, parameters } = route.value
  const href = hrefOf(path, { ...Object.fromEntries(parameters), [TAB]: 'scored' })
  return (
    <div class="score">
      {score === null ? (
        <span class="ring-place" aria-hidden="true" />
      ) : (
        <ScoreRing score={score} label={label} size={72} />
      )}
      <p>
        <a href={href}>{name}</a>
        {score === null ? (
          <span class="muted">{isPending ? 'under way' : 'no score'}</span>
        ) : (
          <>
            <strong class={meaningOfScore(score)}>{scoreInWords(score)}</strong>
            <span class="small">{note}</span>
          </>
        )}
      </p>
    </div>
  )
}

function Indexing({ audit, isPending }: { audit: Results['audit']; isPending: boolean }) {
  const indexability = audit?.indexability ?? null
  if (indexability === null) return <p class="muted">{isPending ? 'Indexing: under way' : ''}</p>
  const { kind, reason } = indexabilityInWords(indexability)
  const isIndexable = indexability.is_indexable
  return (
    <p>
      <Badge
        word={kind === 'good' ? 'good' : isIndexable ? 'warning' : 'error'}
        text={isIndexable ? 'Can be indexed' : 'Cannot be indexed'}
      />{' '}
      {kind !== 'good' && <PageText text={reason} max={160} isShort />}
    </p>
  )
}

/** What costs most. While a check is under way its line is kept. */
function Costs({ results, isPending }: { results: Results; isPending: boolean }) {
  const sentence = costliest(results.audit, results.performance)
  return (
    <p class="costs">
      {sentence !== null && (
        <>
          <strong>Costs most:</strong> <PageText text={sentence} max={200} isShort />
        </>
      )}
      {sentence === null && !isPending && 'Nothing costs points.'}
    </p>
  )
}
