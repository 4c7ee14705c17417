import type { Pages } from '../../src/infra/pages/page-routes.ts'
import { show } from '../../src/infra/pages/render.ts'
import { galleryPage } from './GalleryPage.tsx'

/** GET /_kit: the component gallery, for developers. */
export function registerGallery(pages: Pages): void {
  pages.get('/_kit', {}, async () => show(galleryPage, {}, { title: 'Component gallery', noindex: true }))
}
