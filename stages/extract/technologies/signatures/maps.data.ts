import { onCdns } from '../package-files.ts'
import type { Signature } from '../signature.ts'

/** Maps and places. */
export const maps: readonly Signature[] = [
  {
    name: '2GIS',
    script: ['maps.api.2gis.ru', 'widgets.2gis.com', 'mapgl.2gis.com'],
    frame: ['widgets.2gis.com'],
  },
  { name: 'AMap', script: ['webapi.amap.com'] },
  { name: 'Apple MapKit JS', script: ['cdn.apple-mapkit.com'] },
  { name: 'ArcGIS', address: ['js.arcgis.com', 'arcgis.com/apps/'] },
  { name: 'Azure Maps', address: ['atlas.microsoft.com/sdk/'] },
  { name: 'Baidu Maps', script: ['api.map.baidu.com'] },
  {
    name: 'Bing Maps',
    script: ['www.bing.com/api/maps/', 'ecn.dev.virtualearth.net'],
    frame: ['www.bing.com/maps/embed'],
  },
  { name: 'CARTO', address: ['libs.cartocdn.com', 'carto.com/builder/', 'cartodb.com/viz/'] },
  { name: 'Cesium', address: ['cesium.com/downloads/cesiumjs/', '/cesium/cesium.js', ...onCdns('cesium')] },
  {
    name: 'Datawrapper',
    address: ['dwcdn.net'],
    marker: ['tag:datawrapper-visualization'],
  },
  { name: 'Flourish', address: ['public.flourish.studio', 'flo.uri.sh'] },
  { name: 'Google Charts', script: ['www.gstatic.com/charts/'] },
  {
    name: 'Google Maps',
    script: [
      'maps.googleapis.com/maps/api/js',
      'maps.google.com/maps/api/js',
      'maps.google.com/maps?file=api',
    ],
    frame: [
      'www.google.com/maps/embed',
      'maps.google.com/maps',
      'www.google.com/maps/d/embed',
      'www.google.com/maps',
      'maps.google.de/maps',
      'www.google.de/maps',
    ],
    image: ['maps.googleapis.com/maps/api/staticmap'],
  },
  { name: 'HERE', script: ['js.api.here.com', 'js.cit.api.here.com'] },
  { name: 'Infogram', address: ['e.infogram.com', 'infogram.com/js/', 'e.infogr.am'] },
  { name: 'Kakao Maps', script: ['dapi.kakao.com/v2/maps/', 'ssl.daumcdn.net/dmaps/', 'spi.maps.daum.net'] },
  { name: 'Leaflet', address: [...onCdns('leaflet'), '/leaflet.js', '/leaflet.css'] },
  { name: 'Mapbox', address: ['api.mapbox.com', 'api.tiles.mapbox.com'], image: ['api.mapbox.com'] },
  { name: 'MapLibre', address: [...onCdns('maplibre-gl'), '/maplibre-gl.js', '/maplibre-gl.css'] },
  { name: 'MapTiler', address: ['api.maptiler.com', 'cdn.maptiler.com'] },
  { name: 'Mapy.com', script: ['api.mapy.cz'], frame: ['frame.mapy.cz', 'frame.mapy.com'] },
  { name: 'Naver Maps', script: ['openapi.map.naver.com', 'oapi.map.naver.com'] },
  {
    name: 'OpenLayers',
    address: [...onCdns('ol'), ...onCdns('openlayers'), '/openlayers.js', 'openlayers.org/api/'],
  },
  {
    name: 'OpenStreetMap',
    frame: ['www.openstreetmap.org/export/embed.html'],
    image: ['tile.openstreetmap.org'],
  },
  {
    name: 'StoryMapJS',
    frame: ['uploads.knightlab.com/storymapjs/'],
    address: ['cdn.knightlab.com/libs/storymapjs/'],
  },
  { name: 'Tableau', script: ['public.tableau.com/javascripts/'], frame: ['public.tableau.com'] },
  { name: 'Tencent Maps', script: ['map.qq.com'] },
  { name: 'TimelineJS', address: ['cdn.knightlab.com/libs/timeline'] },
  { name: 'TomTom', address: ['api.tomtom.com/maps-sdk-for-web/'] },
  { name: 'ViaMichelin', script: ['apis.viamichelin.com', 'apijsv2.viamichelin.com'] },
  { name: 'What3Words', script: ['/npm/@what3words/'] },
  { name: 'Yahoo! JAPAN Map', script: ['map.yahooapis.jp'] },
  {
    name: 'Yandex Maps',
    script: ['api-maps.yandex.ru'],
    frame: ['yandex.ru/map-widget/', 'yandex.com/map-widget/'],
  },
]
