import { ExternalLink, History, Pencil } from 'lucide'
import type { ListedProductData } from '#features/catalogue/catalog/management/product-list/contract.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { RowMenuButton } from '#web/console/parts/lazy-menu.tsx'
import { Menu, MenuItem } from '#web/console/parts/menu.tsx'
import { productAddress } from '../../console/addresses.ts'

/** Renders the menu of one product. */
export function ProductMenu(props: {
  product: ListedProductData
  label: string
  onHistory: (product: ListedProductData) => void
}) {
  const { product, label, onHistory } = props
  const go = useNavigateTo()
  return (
    <Menu isOpenAtFirst trigger={<RowMenuButton label={label} />}>
      <MenuItem icon={Pencil} onSelect={() => void go(productAddress(product.id))}>
        Edit product
      </MenuItem>
      <MenuItem icon={History} onSelect={() => onHistory(product)}>
        Price and stock history
      </MenuItem>
      {product.isListed && (
        <MenuItem icon={ExternalLink} onSelect={() => void go(`/product/${product.id}`)}>
          View in the marketplace
        </MenuItem>
      )}
    </Menu>
  )
}
