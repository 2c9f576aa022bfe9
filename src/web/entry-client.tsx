import { RouterClient } from '@tanstack/react-router/ssr/client'
import { hydrateRoot } from 'react-dom/client'
import './styles/app.css'
import { call } from './api.ts'
import { createShopRouter } from './router.tsx'

const app = document.getElementById('app')
if (app) hydrateRoot(app, <RouterClient router={createShopRouter({ call, origin: location.origin })} />)
