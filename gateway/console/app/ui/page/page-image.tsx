import { effect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { apiKey } from '../../state/api-key.ts'
import { asApiError } from '../../state/resource.ts'
import { route } from '../../state/route.ts'
import { safeHref } from '../format.ts'
import { isolatedText } from './control-marks.ts'
import { imageProblem, type LoadedImage, makeImageLoader } from './image-loader.ts'

export interface PageImageProps {
  /** The address that a page names. Only the service asks for it, never the browser. */
  readonly url: string
  /** Width on the screen in CSS pixels, as far as there is room. */
  readonly width: number
  readonly alt: string
  /** Sets the proportions of its place where 4 : 3 is not right. */
  readonly class?: string
}

/** Requests at a time, and pictures that are kept in memory (at most 200 kB each). */
const [AT_ONCE, KEPT] = [6, 200]
/** Widths of `GET /thumbnail` in pixels. */
const [MIN_WIDTH, MAX_WIDTH] = [16, 1280]
/** Pixels of the picture for one CSS pixel, at most. */
const MAX_DENSITY = 2
/** In a narrower place the reason why there is no picture has no room: it is read out, and shown under the mouse. */
const ROOM_FOR_WORDS = 80
/** A picture is loaded when it comes so near to the visible part. */
const NEAR = '300px'

const loader = makeImageLoader<Blob>({
  load: (query) =>
    call('thumbnail', { query: new URLSearchParams(query) }).then(
      (answer) => answer.blob(),
      (error) => {
        throw asApiError(error)
      },
    ),
  atOnce: AT_ONCE,
  kept: KEPT,
})

/** Another view may try again after a limit stopped the pictures of one. */
effect(() => {
  route.value.path.join('/')
  loader.resume()
})

/** A picture that a page names, through the service. Its place is reserved before it comes. */
export function PageImage({ url, width, alt, class: className = '' }: PageImageProps) {
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNearness(box)
  const { source, problem, isNews } = usePicture(url, width, isNear)
  return (
    <span ref={box} class={`page-image ${className}`} style={{ width: `${width}px` }}>
      {source !== null && <img src={source} alt={alt} decoding="async" />}
      {problem !== null && (
        <span class="small" role={isNews ? 'status' : undefined} title={`${problem}: ${isolatedText(url)}`}>
          {alt !== '' && <span class="hidden">{alt}: </span>}
          {width < ROOM_FOR_WORDS ? <NoRoom>{problem}</NoRoom> : problem}
        </span>
      )}
    </span>
  )
}

function NoRoom({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true">?</span>
      <span class="hidden">{children}</span>
    </>
  )
}

/** Whether an element has been near the visible part. */
function useNearness(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (box.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: NEAR },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return isNear
}

interface Picture {
  /** An address of this page, valid as long as the picture is shown. */
  readonly source: string | null
  /** Why there is no picture, in words. */
  readonly problem: string | null
  /** Whether the problem has to be said. */
  readonly isNews: boolean
}

const none: Picture = { source: null, problem: null, isNews: false }

/** Loads a picture once it is near; its object URL ends with it. */
function usePicture(url: string, width: number, isNear: boolean): Picture {
  const [picture, setPicture] = useState(none)
  useEffect(() => {
    setPicture(none)
    if (!isNear) return
    if (apiKey.peek() === null) {
      setPicture({ ...none, problem: 'Images of the page are shown with a key' })
      return
    }
    if (safeHref(url) === undefined) {
      setPicture({ ...none, problem: 'Only http and https images are shown' })
      return
    }
    const ending = new AbortController()
    let source: string | null = null
    loader.load(queryOf(url, width), ending.signal).then(
      (loaded) => {
        if (ending.signal.aborted) return
        const shown = pictureOf(loaded)
        source = shown.source
        setPicture(shown)
      },
      () => {}, // It was left before its turn.
    )
    return () => {
      ending.abort()
      if (source !== null) URL.revokeObjectURL(source)
    }
  }, [url, width, isNear])
  return picture
}

function pictureOf(loaded: LoadedImage<Blob>): Picture {
  return 'image' in loaded
    ? { ...none, source: URL.createObjectURL(loaded.image) }
    : { source: null, problem: imageProblem(loaded.error), isNews: loaded.isNews }
}

function queryOf(url: string, width: number): string {
  const pixels = Math.ceil(width * Math.min(devicePixelRatio, MAX_DENSITY))
  const bounded = Math.min(Math.max(pixels, MIN_WIDTH), MAX_WIDTH)
  return new URLSearchParams({ url, width: String(bounded) }).toString()
}
