import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { callJson } from '../../../api/client.ts'
import { useResource } from '../../../state/resource.ts'
import { pathOf } from '../../batches/calls.tsx'
import { DownloadButton } from '../../batches/downloads/download-button.tsx'
import { type DownloadKind, pagesFile } from '../../batches/downloads/downloads.ts'
import { type Cover, coverMembers, emptyCover, fitsQuery } from './cover.ts'
import { CoverFields } from './cover-fields.tsx'
import { Shares } from './shares.tsx'

/** A form of the report; `isCovered` = it shows title, client and logo. */
interface ReportKind extends DownloadKind {
  readonly isCovered: boolean
}

/** The forms of a report that are saved as files. */
const reportKinds: readonly ReportKind[] = [
  { part: 'report', accept: 'application/pdf', ending: 'report.pdf', text: 'PDF', isCovered: true },
  { part: 'report', accept: 'text/html', ending: 'report.html', text: 'HTML', isCovered: true },
  { part: 'report', accept: 'text/markdown', ending: 'report.md', text: 'Markdown', isCovered: false },
]

export interface ReportButtonProps {
  /** The crawl that is reported. */
  readonly id: string
  readonly host: string
  /** The crawl with which the report compares it. */
  readonly compare: string | undefined
}

/** A button that opens the report as something to send: a link, or a file. */
export function ReportButton(props: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="primary" onClick={() => setOpen(true)}>
        Report
      </button>
      {isOpen && (
        <ReportDialog close={() => setOpen(false)}>
          <ReportForm {...props} />
        </ReportDialog>
      )}
    </>
  )
}

/** Escape and Close end it; then the focus goes back to what opened it. */
function ReportDialog({ close, children }: { close(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} class="report-dialog" aria-labelledby={id} onClose={close}>
      <h2 id={id}>Report</h2>
      {children}
      <p>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  )
}

function ReportForm({ id, host, compare: before }: ReportButtonProps) {
  const [cover, setCover] = useState<Cover>(emptyCover)
  const compare = useKept(before)
  return (
    <>
      <CoverFields host={host} cover={cover} change={(changes) => setCover({ ...cover, ...changes })} />
      <Files id={id} compare={compare} cover={cover} />
      <Shares id={id} compare={compare} cover={cover} />
    </>
  )
}

/** The crawl to compare with, once it is known to be there: figures are kept longer than crawls. */
function useKept(batch: string | undefined): string | undefined {
  const load = async (signal: AbortSignal) =>
    batch === undefined ? null : await callJson(pathOf(batch), { signal })
  return useResource(load, { key: batch ?? '' }).data === null ? undefined : batch
}

function Files({ id, compare, cover }: Pick<ReportButtonProps, 'id' | 'compare'> & { cover: Cover }) {
  const isFitting = fitsQuery(cover)
  const query = { compare, ...coverMembers(isFitting ? cover : { ...cover, logo: '' }) }
  return (
    <section class="stack tight">
      <h3>As a file</h3>
      <div class="row" role="group" aria-label="Save as a file">
        {reportKinds.map(({ isCovered, ...kind }) => (
          <DownloadButton key={kind.ending} id={id} kind={kind} query={isCovered ? query : { compare }} />
        ))}
        <DownloadButton id={id} kind={pagesFile} />
      </div>
      {!isFitting && <p class="small">The logo is too large for files that are saved here. Links have it.</p>}
    </section>
  )
}
