/// <reference types="vite/client" />
declare module 'virtual:palette.css';
declare module 'virtual:antd.css';
