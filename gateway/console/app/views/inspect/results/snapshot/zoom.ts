/** How large a picture is shown: fitted to the width, or times its own size in CSS pixels. */
export type Zoom = 'fit' | number

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const

/** The next larger step. A fitted picture counts as 50 %. */
export function stepUp(zoom: Zoom): number {
  const from = zoom === 'fit' ? 0.5 : zoom
  return STEPS.find((step) => step > from) ?? STEPS[STEPS.length - 1] ?? 1
}

/** The next smaller step. */
export function stepDown(zoom: Zoom): number {
  const from = zoom === 'fit' ? 0.5 : zoom
  return STEPS.findLast((step) => step < from) ?? STEPS[0]
}

/** The CSS width of the picture; a fitted one has that of its frame. */
export function zoomedWidth(zoom: Zoom, cssWidth: number): string | undefined {
  return zoom === 'fit' ? undefined : `${Math.round(cssWidth * zoom)}px`
}

/** The zoom in words. */
export function zoomText(zoom: Zoom): string {
  return zoom === 'fit' ? 'Fitted to the width' : `${Math.round(zoom * 100)} %`
}
