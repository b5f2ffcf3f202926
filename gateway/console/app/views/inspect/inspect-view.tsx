import { useEffect, useMemo, useState } from 'preact/hooks'
import { loadOpenApi, type OpenApi } from '../../api/openapi.ts'
import { formOperation } from '../../api/operation-fields.ts'
import { hrefOf, type Route, type ViewProps } from '../../state/address.ts'
import { useResource } from '../../state/resource.ts'
import { navigate } from '../../state/route.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageText } from '../../ui/page/page-text.tsx'
import { Inspection } from './inspection.tsx'
import { checks, type Plan, switchedAddress } from './run/plan.ts'

/** The last address with a URL: whoever comes back without one goes on with it. Lives as long as the tab. */
let last: { readonly isCommon: boolean; readonly parameters: URLSearchParams } | null = null

/** `#/inspect?url=…`: the form for a page, its checks and their results; `#/inspect/<check>`: one of them with its whole form. */
export function InspectView({ route }: ViewProps) {
  const document = useResource(loadOpenApi, { key: 'openapi' })
  useLastUrl(route)
  const [host, setHost] = useState<string | null>(null)
  useEffect(() => {
    globalThis.document.title = `${host ?? 'Inspect'} · PageProbe`
  }, [host])
  return (
    <>
      <h1>{host === null ? 'Inspect' : <PageText text={host} max={80} isShort />}</h1>
      <Loaded resource={document} lines={8}>
        {(openApi) => <Form openApi={openApi} route={route} showHost={setHost} />}
      </Loaded>
    </>
  )
}

/** Goes on with the last URL where the address is that of the bare form. */
function useLastUrl({ path, parameters }: Route): void {
  if (parameters.has('url')) last = { isCommon: path.length === 1, parameters }
  const isBare = path.length === 1 && parameters.size === 0
  useEffect(() => {
    if (isBare && last !== null) navigate(addressOfLast(last), { replace: true })
  }, [isBare])
}

/** The address of the common form, which takes URL and device alone from that of one check. */
function addressOfLast({ isCommon, parameters }: NonNullable<typeof last>): string {
  const all = Object.fromEntries(parameters)
  return isCommon ? hrefOf(['inspect'], all) : switchedAddress(null, all)
}

interface FormProps extends ViewProps {
  readonly openApi: OpenApi
  showHost(host: string | null): void
}

function Form({ openApi, route, showHost }: FormProps) {
  const [, name] = route.path
  const plan = useMemo((): Plan | null => {
    const operations = checks.flatMap((check) => formOperation(openApi, check) ?? [])
    const single = operations.find((one) => one.name === name) ?? null
    return name !== undefined && single === null ? null : { operations, single }
  }, [openApi, name])
  if (plan === null) {
    return (
      <p>
        There is no such check. <a href="#/inspect">Inspect a page</a>
      </p>
    )
  }
  return <Inspection key={name} plan={plan} parameters={route.parameters} showHost={showHost} />
}
