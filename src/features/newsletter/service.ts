export { deleteUnconfirmedSubscriptions } from './queries.ts'
