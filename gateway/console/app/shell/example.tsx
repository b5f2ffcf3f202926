import { usePart } from '../state/part.tsx'
import { Loaded } from '../ui/loaded.tsx'

const load = () => import('../example/example-result.tsx').then(({ ExampleResult }) => ExampleResult)

/** A recorded result, so that a person without a key sees what there is to get. Loaded after all else. */
export function Example() {
  const part = usePart('example', load)
  return (
    <section class="stack" aria-labelledby="example-title">
      <header class="row">
        <span class="badge info">Example</span>
        <h2 id="example-title">What you get: a recorded result of a shop's home page</h2>
      </header>
      <Loaded resource={part} lines={12} label="Loading the example">
        {(Result) => <Result />}
      </Loaded>
    </section>
  )
}
