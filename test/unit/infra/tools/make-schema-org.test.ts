import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { currentTable, tableOf, tablePath } from '#infra/tools/make-schema-org.ts'

// In the form of schema-dts.
const declarations = `
interface ColourBase extends EnumerationBase {
}
interface ColourLeaf extends ColourBase {
    "@type": "Colour";
}
export interface ColourLeaf extends ColourBase {
}
export type Colour = "https://schema.org/Red" | "Red" | ColourLeaf;
interface ThingBase extends Partial<IdReference> {
    /** A name. */
    "name"?: SchemaValue<Text, "name">;
    "url"?: SchemaValue<URL, "url">;
    "colour"?: SchemaValue<Colour | IdReference, "colour">;
}
export interface ThingLeaf extends ThingBase {
}
export type Thing = ThingLeaf | _3DModel | Role | Colour;
interface _3DModelBase extends ThingBase {
    "born"?: SchemaValue<Date | DateTime, "born">;
}
export interface _3DModelLeaf extends _3DModelBase {
}
export type _3DModel = _3DModelLeaf;
export type RoleLeaf<TContent, TProperty extends string> = Omit<RoleBase, TProperty> & {
};
export type Role<TContent = never, TProperty extends string = never> = RoleLeaf<TContent, TProperty>;
export interface www_other_org_ThingLeaf extends ThingBase {
}
`

describe('schema.org table', () => {
  const table = tableOf(declarations, '1.2.3')

  it('names its source', () => expect(table).to.include('schema-dts 1.2.3'))
  it('has types with their parents', () => {
    expect(table).to.include('\n3DModel Thing\nColour Thing\nRole Thing\nThing\n')
  })
  it('has properties with kind and types', () => {
    expect(table).to.include('\nborn d 3DModel\ncolour e:Colour Thing\nname - Thing\nurl u Thing\n')
  })
  it('has the members of enumerations', () => expect(table).to.include('\nColour Red\n'))
  it('leaves other vocabularies out', () => expect(table).not.to.include('other'))

  it('is current (else: node infra/tools/make-schema-org.ts)', () => {
    expect(readFileSync(tablePath, 'utf8')).to.equal(currentTable())
  })

  it('is small', () => expect(currentTable().length).to.be.below(150_000))
})
