/** A style sheet that the build adds to the page. */
declare module '*.css'
