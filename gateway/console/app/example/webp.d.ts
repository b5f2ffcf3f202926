/** A picture that the build adds to the assets: its file name there. */
declare module '*.webp' {
  const name: string
  // biome-ignore lint/style/noDefaultExport: the build exports it so
  export default name
}
