import { useState } from 'preact/hooks'
import { stepDown, stepUp, type Zoom, zoomedWidth, zoomText } from './zoom.ts'

export interface PictureViewerProps {
  readonly source: string
  readonly alt: string
  /** Pixels of the picture. */
  readonly width: number
  readonly height: number
  /** Pixels of the picture for each CSS pixel of the page. */
  readonly scale: number
}

/**
 * A picture to look at: fitted to the width, in its own size, or zoomed. Tall ones scroll in their frame; transparency
 * shows a checkered ground.
 */
export function PictureViewer({ source, alt, width, height, scale }: PictureViewerProps) {
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [isBroken, setBroken] = useState(false)
  const cssWidth = width / scale
  if (isBroken) {
    return (
      <p class="notice warn">
        The screenshot is no longer stored. Run the snapshot again, without the cache.
      </p>
    )
  }
  return (
    <div class="stack">
      <fieldset class="row">
        <legend class="hidden">Size of the screenshot</legend>
        <button type="button" aria-pressed={zoom === 'fit'} onClick={() => setZoom('fit')}>
          Fit
        </button>
        <button type="button" aria-pressed={zoom === 1} onClick={() => setZoom(1)}>
          100 %
        </button>
        <button type="button" aria-label="Smaller" onClick={() => setZoom(stepDown(zoom))}>
          −
        </button>
        <button type="button" aria-label="Larger" onClick={() => setZoom(stepUp(zoom))}>
          +
        </button>
        <span class="small" role="status">
          {zoomText(zoom)}
        </span>
      </fieldset>
      <section class="picture" tabIndex={0} aria-label="Screenshot">
        <img
          src={source}
          alt={alt}
          width={width}
          height={height}
          class={zoom === 'fit' ? 'fit' : undefined}
          style={{ width: zoomedWidth(zoom, cssWidth) }}
          onError={() => setBroken(true)}
        />
      </section>
    </div>
  )
}
