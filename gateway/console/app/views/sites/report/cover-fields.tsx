import { useState } from 'preact/hooks'
import { Field } from '../../../ui/form/field.tsx'
import { type Cover, logoProblem } from './cover.ts'

interface CoverFieldsProps {
  readonly host: string
  readonly cover: Cover
  change(changes: Partial<Cover>): void
}

/** What stands on the cover of the report. */
export function CoverFields({ host, cover, change }: CoverFieldsProps) {
  return (
    <div class="fields">
      <TextField
        label="Title"
        name="title"
        value={cover.title}
        placeholder={`Site report: ${host}`}
        set={(title) => change({ title })}
      />
      <TextField label="Client" name="client" value={cover.client} set={(client) => change({ client })} />
      <LogoField set={(logo) => change({ logo })} />
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly placeholder?: string
  set(text: string): void
}

function TextField({ label, name, value, placeholder, set }: TextFieldProps) {
  return (
    <Field label={label} name={name}>
      {(control) => (
        <input
          {...control}
          type="text"
          autocomplete="off"
          value={value}
          placeholder={placeholder}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </Field>
  )
}

function LogoField({ set }: { set(logo: string): void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File | undefined) => {
    const wrong = file === undefined ? null : logoProblem(file)
    setProblem(wrong)
    set(file === undefined || wrong !== null ? '' : await dataUri(file))
  }
  return (
    <Field label="Logo" name="logo" problem={problem ?? undefined} hint="PNG, JPEG or SVG, at most 100 kB">
      {(control) => (
        <input
          {...control}
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
      )}
    </Field>
  )
}

function dataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
