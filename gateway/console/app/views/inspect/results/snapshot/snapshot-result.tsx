import type { ComponentChildren } from 'preact'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'
import { urlOf } from '../../../../api/client.ts'
import { Facts, Section } from '../../../../ui/facts.tsx'
import { formatBytes, formatCount, formatMs, formatTime } from '../../../../ui/format.ts'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { imagePath } from './image-path.ts'
import { PictureViewer } from './picture-viewer.tsx'

/** The result of the operation `snapshot`: the picture, and how it came about. */
export function SnapshotResultView({ result }: { result: SnapshotResult }) {
  const source = urlOf(imagePath(result.screenshot_url))
  const name = `snapshot-${result.checksum.slice(0, 12)}.${result.format}`
  return (
    <>
      <Section
        title="Screenshot"
        aside={
          <a class="button" href={source} download={name}>
            Download {result.format}, {formatBytes(result.size_bytes)}
          </a>
        }
      >
        <PictureViewer
          source={source}
          alt={`Snapshot of ${result.url}`}
          width={result.width}
          height={result.height}
          scale={result.viewport.deviceScaleFactor}
        />
      </Section>
      <Section title="How it was taken">
        <Facts items={factsOf(result)} />
      </Section>
    </>
  )
}

function factsOf(result: SnapshotResult) {
  const { viewport, options, metadata } = result
  const blocked = options.blockAds ? formatCount(metadata.requests_blocked) : null
  return [
    ['Page', <OutsideLink key="url" url={result.url} />],
    ['Screenshot', `${formatCount(result.width)} × ${formatCount(result.height)} px`],
    ['Viewport', `${viewport.width} × ${viewport.height} px, scale ${viewport.deviceScaleFactor}`],
    ['Part', partOf(options)],
    ['Load and render', formatMs(metadata.page_load_time_ms)],
    ['In all', formatMs(metadata.processing_time_ms)],
    ['Requests blocked', blocked],
    ['Taken', formatTime(result.created_at)],
    ['SHA-256', <code key="checksum">{result.checksum}</code>],
  ] as const
}

function partOf({ selector, fullPage }: SnapshotResult['options']): ComponentChildren {
  if (selector !== null)
    return (
      <>
        Element <PageText text={selector} isCode />
      </>
    )
  return fullPage ? 'The whole page' : 'What the viewport shows'
}
