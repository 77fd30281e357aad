import { chromium } from '@playwright/test';
const base='http://127.0.0.1:18090';
const slug=process.argv[2];
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']});
async function signIn(page,who){ await page.goto(base+'/auth'); await page.locator('input[type=email]').fill(who); await page.locator('input[type=password]').first().fill('callup-demo-only'); await page.locator('form button[type=submit]').first().click(); await page.waitForURL(/\/my/,{timeout:20000}); }
const out='/tmp/look'; import {mkdirSync} from 'node:fs'; mkdirSync(out,{recursive:true});
{
  const c=await b.newContext({viewport:{width:390,height:844},locale:'fr-FR',hasTouch:true}); const p=await c.newPage(); p.on('console',m=>m.type()==='error'&&console.log('ERR',m.text())); p.on('pageerror',e=>console.log('PAGEERR',e.message));
  await signIn(p,'lucas@example.org');
  await p.goto(base+'/campaign/'+slug); await p.waitForTimeout(1500); await p.screenshot({path:out+'/1-campaign-fr.png'});
  await p.getByRole('button',{name:/Contribuer|Participer/}).first().click(); await p.waitForTimeout(800);
  await p.getByRole('radio',{name:'Temps'}).check({force:true}); await p.waitForTimeout(1200);
  await p.getByLabel(/Heures/).fill('1,5'); await p.screenshot({path:out+'/2-form-fr.png'});
  await p.getByRole('button',{name:/Proposer/}).last().click(); await p.waitForTimeout(1800); await p.screenshot({path:out+'/3-thanks-fr.png'});
  await p.getByRole('button',{name:/d’autres heures/}).click(); await p.waitForTimeout(300);
  await p.getByLabel(/Heures/).fill('1,5'); await p.getByRole('button',{name:/Proposer/}).last().click(); await p.waitForTimeout(1200); await p.screenshot({path:out+'/4-again-fr.png'});
  await p.goto(base+'/my'); await p.waitForTimeout(1500); await p.screenshot({path:out+'/5-my-fr.png'});
  await p.goto(base+'/my/donations'); await p.waitForTimeout(1500); await p.screenshot({path:out+'/6-donations-fr.png'});
  await c.close();
}
{
  const c=await b.newContext({viewport:{width:1440,height:900},colorScheme:'dark'}); const p=await c.newPage();
  await p.goto(base+'/explore'); await p.waitForTimeout(1500); await p.screenshot({path:out+'/7-explore-dark.png'});
  await p.goto(base+'/campaign/'+slug); await p.waitForTimeout(1500); await p.screenshot({path:out+'/8-campaign-dark.png'});
  await p.emulateMedia({forcedColors:'active'}); await p.waitForTimeout(500); await p.screenshot({path:out+'/9-forced.png'});
  await c.close();
}
await b.close();
