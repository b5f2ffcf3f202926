import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

/** Three slides of 400 px that take turns, each of 12 s: red, green, blue. `.below`: in a section after 2,000 px. */
const slides = page(
  `<div style="position:relative;height:400px"><div class="s a"></div><div class="s b"></div><div class="s c"></div></div><p>Below</p>
<div style="height:2000px"></div>
<div style="position:relative;height:400px"><div class="s a"></div><div class="s b"></div><div class="s c"></div></div>`,
  `<style>@keyframes f{0%{opacity:0}10%,33%{opacity:1}43%,100%{opacity:0}}.s{position:absolute;inset:0;animation:f 12s infinite}
.a{background:#dc1e28}.b{background:#14963c;animation-delay:4s}.c{background:#1e3cc8;animation-delay:8s}.s:not(.a){opacity:0}</style>`,
)

const cell = (name: string, style: string, inside = '') => `<div class="cell"><div class="${name}" style="${style}">${inside}</div></div>`
const green = 'background:rgb(20,150,60);'

/**
 * Cells of 200 x 100 px below each other, each with an endless animation of green that shows nothing at its first frame; the last two
 * show something at any time, and their first frame is red or at the left.
 */
const cells = page(
  `${[
    cell('fade', `${green}animation:fade 3s infinite`),
    cell('fade', `${green}animation:fade 2s infinite alternate`),
    cell('back', `${green}animation:unfade 2s infinite reverse`),
    cell('slide', `${green}animation:slide 10s linear infinite`),
    cell('drop', `${green}animation:drop 4s linear 1s infinite both`),
    cell('type', `${green}height:100px;animation:type 4s steps(20) infinite alternate`),
    cell('grow', `${green}animation:grow 3s infinite`),
    cell('wipe', `${green}animation:wipe 3s infinite`),
    cell('blink', `${green}animation:blink 1s steps(1) infinite`),
    cell('script', green),
    cell('before', ''),
    cell('gone', `${green}animation:fade 3s infinite;animation-delay:-3s`),
    cell('color', 'animation:color 2s infinite'),
    cell('spin', `${green}width:100px;animation:move 2s infinite`),
  ].join('')}
<script>document.querySelector('.script').animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], { duration: 5000, iterations: Infinity })</script>`,
  `<style>.cell{position:relative;width:200px;height:100px;overflow:hidden}.cell>div{width:200px;height:100px}
@keyframes fade{0%{opacity:0}50%{opacity:1}100%{opacity:0}}@keyframes unfade{0%{opacity:1}100%{opacity:0}}
@keyframes slide{0%{transform:translateX(100%)}100%{transform:translateX(-100%)}}
@keyframes drop{0%{top:-100px}50%,100%{top:0}}.drop{position:absolute}
@keyframes type{from{width:0}to{width:200px}}.cell>.type{width:0}
@keyframes grow{0%{transform:scale(0)}60%{transform:scale(1)}}
@keyframes wipe{0%{clip-path:inset(0 100% 0 0)}40%,60%{clip-path:inset(0)}100%{clip-path:inset(0 0 0 100%)}}
@keyframes blink{0%{visibility:hidden}50%{visibility:visible}}
.before::before{content:"";position:absolute;inset:0;${green}animation:fade 3s infinite}
@keyframes color{from{background:rgb(200,0,0);opacity:1}to{background:rgb(0,0,200);opacity:.3}}
@keyframes move{from{transform:translateX(0)}to{transform:translateX(50px)}}</style>`,
)

/** Three words that take turns in one place, each a block in a third of its own: 100 px wide, at 0, 100 and 200 px. */
const words = page(
  `<h1 style="position:relative;height:100px;margin:0"><span class="one"></span><span class="two"></span><span class="three"></span></h1>`,
  `<style>span{position:absolute;top:0;left:0;width:300px;height:100px;background:linear-gradient(rgb(20,150,60),rgb(20,150,60)) no-repeat 0 0/100px;animation:turn 6s linear infinite}
.two{animation-delay:2s;background-position:100px 0}.three{animation-delay:4s;background-position:200px 0}
@keyframes turn{0%,30%{opacity:1}34%,96%{opacity:0}100%{opacity:1}}</style>`,
)

/** Pages with animations that do not end. */
export const pagesOfAnimations: Readonly<Record<string, Route>> = {
  '/endless-slides': slides,
  '/endless-cells': cells,
  '/endless-words': words,
}
