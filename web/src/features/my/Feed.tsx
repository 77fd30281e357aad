export { Feed } from './feed/Feed';
export { NewShift } from './feed/NewShift';
