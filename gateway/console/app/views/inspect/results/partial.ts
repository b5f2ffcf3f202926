/** A result of which any group may be absent: not asked for, or of another version of the service. */
export type Partly<Result> = { readonly [Group in keyof Result]?: Result[Group] | null | undefined }
