import { showImageAt } from '../views/inspect/results/snapshot/image-path.ts'
import { ResultPage } from '../views/inspect/tabs/result-page.tsx'
import results from './results.json' with { type: 'json' }
import screenshot from './screenshot.webp'

/** The parts of the console are beside the screenshot. */
showImageAt(results.snapshot.result.screenshot_url, new URL(screenshot, import.meta.url).href)

/** Responses that `npm run examples` recorded, as the results of any page are shown. */
export function ExampleResult() {
  return <ResultPage checks={Object.keys(results)} byCheck={results} pending={[]} />
}
