import type { Pages } from '../../src/infra/pages/page-routes.ts'
import { toPageResult } from '../../src/infra/pages/render.ts'
import { galleryPage } from './GalleryPage.tsx'

/** GET /_kit: the component gallery, for developers. */
export function registerGallery(pages: Pages): void {
  pages.get('/_kit', {}, async () =>
    toPageResult(galleryPage, {}, { title: 'Component gallery', noindex: true }),
  )
}
