import { backForwardCache } from '#stages/score/performance/tips/back-forward-cache.ts'
import { OWN_SCRIPT } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(backForwardCache, {
  given: {
    pageLoadMs: 1200,
    backForwardCache: [
      { reason: 'UnloadHandlerExistsInMainFrame', url: null },
      { reason: 'WebSocket', url: OWN_SCRIPT },
      { reason: 'UnloadHandlerExistsInSubFrame', url: 'https://ads.example.net/frame' },
      { reason: 'WebLocks', url: null },
    ],
  },
  says: [
    'an unload handler (use pagehide), an open WebSocket (close it on pagehide) of shop.example.com/app.js',
    'in a frame (use pagehide) of ads.example.net/frame, and 1 more',
    '1,200 ms',
  ],
  gains: {},
  // The subject of `document-no-store`.
  nearMiss: {
    backForwardCache: [
      { reason: 'MainResourceHasCacheControlNoStore', url: null },
      { reason: 'WebSocketUsedWithCCNS', url: null },
    ],
  },
})

tipTester(backForwardCache, {
  given: { backForwardCache: [{ reason: 'PictureInPicture', url: null }] },
  says: ["PictureInPicture (Chrome's name)"],
  gains: {},
  nearMiss: { backForwardCache: null },
})
