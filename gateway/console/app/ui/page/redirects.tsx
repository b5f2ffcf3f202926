import { OutsideLink } from './address.tsx'

/** A redirect of a result. */
interface Redirect {
  readonly url: string
  readonly status: number
  readonly location: string
}

/** The redirects on the way to a page. */
export function Redirects({ chain }: { chain: readonly Redirect[] }) {
  if (chain.length === 0) return null
  return (
    <>
      <h3>Redirects ({chain.length})</h3>
      <ol>
        {chain.map(({ url, status, location }, index) => (
          <li key={index}>
            <OutsideLink url={url} /> responds with {status} and redirects to <OutsideLink url={location} />
          </li>
        ))}
      </ol>
    </>
  )
}
