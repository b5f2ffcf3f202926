import { TechnologiesPart } from '../results/audit/page/conditions.tsx'
import { ContentPart, MetricsPart } from '../results/audit/page/content.tsx'
import { MediaPart } from '../results/audit/page/media.tsx'
import { Contents } from '../results/metadata/metadata-facts.tsx'
import { Images, Links } from '../results/metadata/metadata-lists.tsx'
import type { Results } from '../results/results.ts'

/** What the page contains: its text, headings, images and links. */
export function ContentTab({ metadata, audit }: Results) {
  return (
    <>
      <div class="columns">
        {audit?.content && <ContentPart content={audit.content} />}
        {audit?.metrics && <MetricsPart metrics={audit.metrics} />}
        {metadata !== null && <Contents result={metadata} />}
        {audit?.technologies && <TechnologiesPart technologies={audit.technologies} />}
      </div>
      {audit?.media && <MediaPart media={audit.media} />}
      {metadata !== null && <Images result={metadata} />}
      {metadata !== null && <Links result={metadata} />}
    </>
  )
}
