import { urlOf } from '../../../api/client.ts'
import { Section } from '../../../ui/facts.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { TextBox } from '../../../ui/text-box.tsx'
import { type Batch, isOver } from '../batch.ts'
import { pathOf } from '../calls.tsx'
import { DownloadButton, MAX_BYTES } from './download-button.tsx'
import { curlOf, fileNameOf, pagesFile, resultsFile } from './downloads.ts'

const files = [resultsFile, pagesFile]

/** The results and the pages as files, and the same as commands. */
export function DownloadPanel({ batch }: { batch: Batch }) {
  const { id } = batch
  const commands = files.map((kind) =>
    curlOf(urlOf(pathOf(id, kind.part)), kind.accept, fileNameOf(id, kind)),
  )
  return (
    <Section title="Download">
      <p class="small">
        {isOver(batch)
          ? 'Complete: downloads contain all results.'
          : 'Running: downloads contain the results so far.'}
      </p>
      <div class="row">
        {files.map((kind) => (
          <DownloadButton key={kind.part} id={id} kind={kind} />
        ))}
      </div>
      <details>
        <summary>As commands, for large files</summary>
        <p class="small">
          The browser keeps a file in its memory until it is saved, and stops at {formatBytes(MAX_BYTES)}. A
          command has no such limit.
        </p>
        <TextBox label="Download commands" text={commands.join('\n')} />
      </details>
    </Section>
  )
}
