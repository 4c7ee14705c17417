export { splitLines } from './look-up.server.ts'
export type { ListSource } from './upload/list-source.server.ts'
export { addMultipartParser, getUploadedFile } from './upload/multipart.server.ts'
export { readList } from './upload/read-list.server.ts'
