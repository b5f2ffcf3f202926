import { Section } from '../../../ui/facts.tsx'
import { IndexabilityPart } from '../results/audit/page/indexability.tsx'
import { LanguagesPart } from '../results/audit/page/languages.tsx'
import { CardPreview } from '../results/metadata/card-preview.tsx'
import { openGraphCard, socialCard } from '../results/metadata/cards.ts'
import { About, Directives } from '../results/metadata/metadata-facts.tsx'
import { Icons } from '../results/metadata/metadata-lists.tsx'
import { SearchPreview } from '../results/metadata/search-preview.tsx'
import type { Results } from '../results/results.ts'

/** What search engines and social networks make of the page. Groups that were not asked for are left out. */
export function PreviewsTab({ metadata, audit }: Results) {
  return (
    <>
      {metadata?.title !== undefined && (
        <Section title="Search preview">
          <SearchPreview result={metadata} />
        </Section>
      )}
      {metadata !== null && (metadata.og ?? metadata.twitter) !== undefined && (
        <Section title="Social preview">
          <div class="previews">
            <CardPreview name="Open Graph (Facebook, LinkedIn, chats)" card={openGraphCard(metadata)} />
            <CardPreview name="X" card={socialCard(metadata)} />
          </div>
        </Section>
      )}
      {audit?.indexability && <IndexabilityPart indexability={audit.indexability} />}
      {metadata !== null && (
        <div class="columns">
          <About result={metadata} />
          <Directives result={metadata} />
        </div>
      )}
      {audit?.i18n && <LanguagesPart i18n={audit.i18n} />}
      {metadata !== null && <Icons result={metadata} />}
    </>
  )
}
