import { useEffect, useRef } from 'preact/hooks'
import type UPlot from 'uplot'

export interface TimeChartProps {
  /** What the chart shows, for those who cannot see it. */
  readonly label: string
  /** Seconds since the epoch, ascending. */
  readonly times: readonly number[]
  /** One for each time; null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** The values at the bottom and the top; null = as the values need. */
  readonly range: readonly [number, number] | null
  format(value: number): string
}

const HEIGHT = 220

/** A line over time. The drawing part is loaded when the first chart is shown. */
export function TimeChart(props: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const { label, times, values } = props
  useEffect(() => {
    const place = box.current
    if (place === null) return
    let end = () => {}
    let isOver = false
    import('uplot').then(
      ({ default: Chart }) => {
        if (!isOver) end = draw(Chart, place, props)
      },
      () => {
        place.textContent = 'The chart could not be loaded. The table has the same numbers.'
      },
    )
    return () => {
      isOver = true
      end()
    }
  }, [label, times, values])
  return <div ref={box} class="time-chart" role="img" aria-label={label} />
}

/** Draws the chart, again when the width or the colour scheme changes. Returns the function that removes it. */
function draw(Chart: typeof UPlot, place: HTMLElement, props: TimeChartProps): () => void {
  const data: UPlot.AlignedData = [[...props.times], [...props.values]]
  const make = () => new Chart(optionsOf(place, props), data, place)
  let chart = make()
  const onScheme = () => {
    chart.destroy()
    chart = make()
  }
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', onScheme)
  const size = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }))
  size.observe(place)
  return () => {
    scheme.removeEventListener('change', onScheme)
    size.disconnect()
    chart.destroy()
  }
}

function optionsOf(place: HTMLElement, { range, format }: TimeChartProps): UPlot.Options {
  const line = colourOf(place, 'color')
  const text = colourOf(place, 'outlineColor')
  const grid = { stroke: colourOf(place, 'borderTopColor'), width: 1 }
  const axis = { stroke: text, grid, ticks: grid, font: '12px system-ui, sans-serif' }
  const showAll = (_: UPlot, ticks: number[]) => ticks.map(format)
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: range === null ? {} : { range: [...range] as [number, number] } },
    series: [{}, { stroke: line, width: 2, points: { show: true, size: 7, fill: line }, spanGaps: true }],
    axes: [axis, { ...axis, size: 64, values: showAll }],
  }
}

/** A colour of the style sheet, as a canvas takes it. */
function colourOf(place: HTMLElement, property: 'color' | 'outlineColor' | 'borderTopColor'): string {
  return getComputedStyle(place)[property]
}
