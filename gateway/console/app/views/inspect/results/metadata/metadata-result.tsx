import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import { Section } from '../../../../ui/facts.tsx'
import type { ResultProps } from '../result-props.ts'
import { CardPreview } from './card-preview.tsx'
import { openGraphCard, socialCard } from './cards.ts'
import { About, Contents, Delivery, Directives } from './metadata-facts.tsx'
import { Icons, Images, Links } from './metadata-lists.tsx'
import { SearchPreview } from './search-preview.tsx'

/** The result of the operation `metadata`. Groups that were not asked for are left out. */
export function MetadataResultView({ result }: ResultProps<MetadataResult>) {
  return (
    <>
      {result.title !== undefined && (
        <Section title="Search preview">
          <SearchPreview result={result} />
        </Section>
      )}
      {(result.og ?? result.twitter) !== undefined && (
        <Section title="Social preview">
          <div class="previews">
            <CardPreview name="Open Graph (Facebook, LinkedIn, chats)" card={openGraphCard(result)} />
            <CardPreview name="X" card={socialCard(result)} />
          </div>
        </Section>
      )}
      <div class="columns">
        <About result={result} />
        <Delivery result={result} />
        <Directives result={result} />
        <Contents result={result} />
      </div>
      <Icons result={result} />
      <Images result={result} />
      <Links result={result} />
    </>
  )
}
