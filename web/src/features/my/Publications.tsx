export { Publications } from './feed/Publications';
