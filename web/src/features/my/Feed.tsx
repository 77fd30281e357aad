export { Feed } from './feed/Feed';
