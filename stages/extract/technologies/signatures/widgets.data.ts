import { onCdns, packageFiles, type Signature } from '../signature.ts'

/** Libraries of parts of a page: sliders, galleries, tables, pickers, editors. */
export const widgets: readonly Signature[] = [
  { name: 'Ace', script: onCdns('ace-builds', 'ace') },
  { name: 'CKEditor', script: ['cdn.ckeditor.com', '/ckeditor/ckeditor.js', '/ckeditor5/'] },
  { name: 'CodeMirror', script: packageFiles('codemirror') },
  {
    name: 'DataTables',
    address: [
      'cdn.datatables.net',
      '/jquery.datatables.min.js',
      '/jquery.datatables.js',
      '/datatables.min.js',
      '/jquery.datatables.min.css',
    ],
  },
  { name: 'Dropzone', script: packageFiles('dropzone') },
  {
    name: 'Fancybox',
    address: [
      ...onCdns('@fancyapps/ui', 'fancybox'),
      '/npm/@fancyapps/fancybox',
      '/jquery.fancybox.js',
      '/jquery.fancybox.min.js',
      '/jquery.fancybox.pack.js',
      '/fancybox.umd.js',
    ],
  },
  { name: 'Flatpickr', address: [...packageFiles('flatpickr'), '/flatpickr.min.css'] },
  { name: 'Flickity', address: [...onCdns('flickity'), '/flickity.pkgd.min.js', '/flickity.min.css'] },
  { name: 'FullCalendar', script: [...packageFiles('fullcalendar'), '/npm/@fullcalendar/'] },
  {
    name: 'fullPage.js',
    address: [
      ...onCdns('fullpage.js', 'fullpage.js'),
      '/jquery.fullpage.min.js',
      '/fullpage.min.js',
      '/fullpage.min.css',
    ],
  },
  { name: 'Glide.js', script: [...onCdns('@glidejs/glide', 'glide.js'), '/glide.min.js'] },
  { name: 'GLightbox', address: [...packageFiles('glightbox'), '/glightbox.min.css'] },
  {
    name: 'Isotope',
    script: [
      '/isotope.pkgd.min.js',
      '/isotope.pkgd.js',
      '/jquery.isotope.min.js',
      ...onCdns('isotope-layout', 'jquery.isotope'),
    ],
  },
  {
    name: 'jQuery Mobile',
    address: [...onCdns('jquery-mobile'), '/jquery.mobile.min.js', '/jquery.mobile-1'],
    implies: ['jQuery'],
  },
  {
    name: 'jQuery UI',
    address: [
      ...onCdns('jquery-ui', 'jqueryui'),
      '/jquery-ui.js',
      '/jquery-ui.min.js',
      '/jquery-ui.css',
      '/jquery-ui.min.css',
      '/jquery-ui-1',
      '/jquery-ui.custom.min.js',
      '/jquery/ui/core.min.js',
    ],
    implies: ['jQuery'],
  },
  {
    name: 'Lightbox',
    address: [...onCdns('lightbox2'), '/lightbox-plus-jquery.min.js'],
    implies: ['jQuery'],
  },
  { name: 'lightGallery', address: [...packageFiles('lightgallery'), '/lightgallery-bundle.min.css'] },
  {
    name: 'Magnific Popup',
    address: [
      '/jquery.magnific-popup.min.js',
      '/jquery.magnific-popup.js',
      '/magnific-popup.css',
      ...onCdns('magnific-popup', 'magnific-popup.js'),
    ],
  },
  {
    name: 'Masonry',
    script: [
      '/masonry.pkgd.min.js',
      '/masonry.pkgd.js',
      '/jquery.masonry.min.js',
      '/masonry.min.js',
      ...onCdns('masonry-layout', 'masonry'),
    ],
  },
  { name: 'NProgress', address: [...packageFiles('nprogress'), '/nprogress.css'] },
  {
    name: 'Owl Carousel',
    address: [
      '/owl.carousel.min.js',
      '/owl.carousel.js',
      '/owl.carousel.css',
      '/owl.carousel.min.css',
      ...onCdns('owl.carousel', 'owlcarousel2'),
    ],
    implies: ['jQuery'],
  },
  {
    name: 'PDF.js',
    address: [
      ...onCdns('pdfjs-dist', 'pdf.js'),
      '/pdf.worker.min.js',
      '/pdfjs/web/viewer.html',
      'mozilla.github.io/pdf.js/',
    ],
  },
  {
    name: 'PhotoSwipe',
    address: [...packageFiles('photoswipe'), '/photoswipe.css', '/photoswipe-lightbox.esm.min.js'],
  },
  { name: 'Popper', script: [...onCdns('@popperjs/core', 'popper.js'), '/popper.min.js', '/npm/popper.js'] },
  { name: 'prettyPhoto', address: ['/jquery.prettyphoto.js', '/prettyphoto.css'], implies: ['jQuery'] },
  { name: 'Quill', address: ['cdn.quilljs.com', '/quill.snow.css', ...onCdns('quill')] },
  {
    name: 'Select2',
    address: [...packageFiles('select2'), '/select2.min.css', '/select2.css', '/select2.full.min.js'],
    implies: ['jQuery'],
  },
  {
    name: 'Slick',
    address: [
      ...onCdns('slick-carousel', 'slick-carousel'),
      '/slick.min.js',
      '/slick.css',
      '/slick-theme.css',
    ],
    implies: ['jQuery'],
  },
  {
    name: 'Splide',
    address: [
      ...onCdns('@splidejs/splide', 'splidejs'),
      '/splide.min.js',
      '/splide.min.css',
      '/splide-core.min.css',
    ],
  },
  {
    name: 'SweetAlert2',
    address: [
      ...packageFiles('sweetalert2', 'limonte-sweetalert2'),
      '/sweetalert2.all.min.js',
      '/sweetalert2.min.css',
    ],
  },
  {
    name: 'Swiper',
    address: [
      ...onCdns('swiper', 'swiper'),
      '/swiper.min.js',
      '/swiper-bundle.min.js',
      '/swiper-bundle.min.css',
      '/swiper.min.css',
      '/swiper.jquery.min.js',
    ],
    marker: ['tag:swiper-container'],
  },
  { name: 'Tabulator', address: [...onCdns('tabulator-tables', 'tabulator'), '/tabulator.min.js'] },
  { name: 'Tiny Slider', address: [...onCdns('tiny-slider'), '/tiny-slider.css'] },
  { name: 'TinyMCE', script: ['cdn.tiny.cloud', '/tinymce.min.js', '/tiny_mce.js', ...onCdns('tinymce')] },
  { name: 'Tippy.js', address: [...onCdns('tippy.js'), '/tippy-bundle.umd.min.js', '/tippy.all.min.js'] },
  { name: 'Toastr', address: [...packageFiles('toastr', 'toastr.js'), '/toastr.min.css'] },
  { name: 'Viewer.js', address: onCdns('viewerjs') },
]
