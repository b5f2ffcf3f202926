import { useMemo } from 'preact/hooks'
import { loadOpenApi, type OpenApi } from '../../api/openapi.ts'
import { formOperation } from '../../api/operation-fields.ts'
import { hrefOf, type ViewProps } from '../../state/address.ts'
import { useResource } from '../../state/resource.ts'
import { Tabs } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { operationNames } from '../../ui/operation-names.ts'
import { Inspection } from './inspection.tsx'

/** `#/inspect/<operation>?<parameters>`: the form of an operation, the call that it makes, and its result. */
export function InspectView({ route }: ViewProps) {
  const name = route.path[1] ?? 'snapshot'
  const url = route.parameters.get('url') ?? undefined
  const document = useResource(loadOpenApi, { key: 'openapi' })
  const tabs = Object.entries(operationNames).map(
    ([id, title]) => [id, title, hrefOf(['inspect', id], { url })] as const,
  )
  return (
    <>
      <h1>{Object.hasOwn(operationNames, name) ? operationNames[name] : 'Inspect'}</h1>
      <Tabs label="Operations" tabs={tabs} current={name} />
      <Loaded resource={document} lines={8}>
        {(openApi) => <Form openApi={openApi} name={name} route={route} />}
      </Loaded>
    </>
  )
}

function Form({ openApi, name, route }: ViewProps & { openApi: OpenApi; name: string }) {
  const operation = useMemo(() => formOperation(openApi, name), [openApi, name])
  if (operation === null || !Object.hasOwn(operationNames, name)) {
    return <p>There is no such operation. Choose one of those above.</p>
  }
  return <Inspection key={name} operation={operation} parameters={route.parameters} />
}
