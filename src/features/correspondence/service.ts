export {
  addNote,
  completeNote,
  dismissMessages,
  writeToCustomer,
  writeToStaff,
} from './correspondence.server.ts'
export {
  closeMessages,
  insertMessage,
  listOpenNotes,
  listOrderEmails,
  orderMessages,
  orderNotes,
} from './queries.ts'
export {
  type EmailCopies,
  recordSending,
  type SendAgainRequest,
  type SentAgainResult,
  sendEmailAgain,
} from './send-again.server.ts'
