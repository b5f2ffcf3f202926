import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { asApiError } from '../../../state/resource.ts'
import { formatBytes } from '../../../ui/format.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { pathOf } from '../calls.tsx'
import { type DownloadKind, fileNameOf } from './downloads.ts'

/** Bytes of a file that the browser keeps until it is saved. */
export const MAX_BYTES = 1_000_000_000

export interface DownloadProps {
  readonly id: string
  readonly kind: DownloadKind
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** Fetches a file with the key in the header, which a link cannot send, and saves it. */
export function DownloadButton(props: DownloadProps) {
  const { start, cancel, bytes, error } = useDownload(props)
  return (
    <>
      {bytes === null ? (
        <button type="button" onClick={start}>
          {props.kind.text}
        </button>
      ) : (
        <span class="row">
          <span role="status">
            {props.kind.text}: {formatBytes(bytes)}
          </span>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </span>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </>
  )
}

/** `bytes` are those that have arrived; null = nothing is on its way. */
function useDownload({ id, kind, query = {} }: DownloadProps) {
  const [bytes, setBytes] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const ending = useRef<AbortController | null>(null)
  const cancel = () => ending.current?.abort()
  useEffect(() => cancel, [])
  const run = async () => {
    ending.current = new AbortController()
    const { signal } = ending.current
    setError(null)
    setBytes(0)
    try {
      const response = await call(pathOf(id, kind.part), { query, headers: { Accept: kind.accept }, signal })
      save(await collected(response, setBytes), fileNameOf(id, kind))
    } catch (problem) {
      if (!signal.aborted) setError(asApiError(problem))
    } finally {
      setBytes(null)
    }
  }
  return { start: () => void run(), cancel, bytes, error }
}

async function collected(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const reader = response.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    parts.push(part.value)
    bytes += part.value.length
    if (bytes > MAX_BYTES) {
      await reader?.cancel()
      throw new ApiError(`The file is larger than ${formatBytes(MAX_BYTES)}: use the command below`, {
        code: 'DOWNLOAD_TOO_LARGE',
        status: 0,
      })
    }
    onBytes(bytes)
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has to have read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
