"""Rings that are chiefly a band: open, crossing, knotted, stacked, hammered, leafed. Axis along Y, resting on z=0."""
from .parts import *
from .rings import band, smooth
from .brooches import blade, rz

RI = 8.4                                         # inner radius of them all


def arc(p, met, over, apart, h=1.7, w=1.9, thin=0.55, n=200):
    """A band whose ends pass one another by `over` (radians; negative leaves a gap), `apart` to the sides.

    Gives its ends as (place, outward) pairs.
    """
    R = RI + h / 2
    zc = RI + h
    a0, a1 = math.pi / 2 - over, math.pi / 2 + TAU + over
    path, sc = [], []
    for i in range(n + 1):
        t = i / n
        a = a0 + (a1 - a0) * t
        y = apart * (1 - smooth(t, 0, 0.34)) - apart * smooth(t, 0.66, 1)
        path.append(V((R * math.cos(a), y, zc + R * math.sin(a))))
        e = min(t, 1 - t)
        k = thin + (1 - thin) * smooth(e, 0, 0.22)
        sc.append((k, k))
    p.add(sweep(path, prof_court(h, w), metal(met), up=V((0, 1, 0)), scale=sc, name='band'))
    out = []
    for a, q in ((a0, path[0]), (a1, path[-1])):
        o = V((math.cos(a), 0, math.sin(a)))
        out.append((q, o))
    return out


def bypass(d):
    p = Piece('bypass')
    met, R = d.get('metal', 'rose'), d.get('size', 1.9)
    for q, o in arc(p, met, d.get('over', 0.30), 2.1):
        prong_setting(p, d.get('cut', 'round'), R, d.get('stone', 'diamond'), met, look(q + o * (R * 0.85 + 0.2), o, (0, 1, 0)), 4, depth=R * 0.95)
    return p


def open_ring(d):
    """Open at the top, with a pearl or a stone on either end."""
    p = Piece('open-ring')
    met = d.get('metal', 'gold')
    ends = arc(p, met, -0.17, 0.0, 1.6, 2.0, 0.8)
    for (q, o), what in zip(ends, d.get('ends', ['pearl:white', 'diamond'])):
        side = V((math.copysign(0.25, q.x), 0, 0))
        if what.startswith('pearl'):
            R = d.get('pearl', 3.1)
            p.add(sphere(R, gemstone(what), 64, 40), M.Translation(q + o * (R + 0.35) + side * 6))
            p.add(lathe([(0.3, -0.5), (1.5, -0.2), (2.0, 0.35), (1.8, 0.5)], metal(met), 40), look(q + o * 0.7 + side, (o + side * 0.9).normalized()))
        else:
            R = d.get('size', 2.5)
            prong_setting(p, 'round', R, what, met, look(q + o * (R * 0.9 + 0.5) + side * 5, o, (0, 1, 0)), 4, depth=R * 1.05)
    return p


def chevron(d):
    """A wishbone band, its point towards the camera, stones along it."""
    p = Piece('chevron')
    met, h = d.get('metal', 'rose'), 1.5
    R, n = RI + h / 2, 360
    path = []
    for i in range(n):
        a = math.pi / 2 + TAU * i / n
        e = abs(math.atan2(math.sin(a - math.pi / 2), math.cos(a - math.pi / 2)))
        k = max(0.0, 1 - math.sqrt(e * e + 0.0016) / 0.85)
        path.append(V((R * math.cos(a), -d.get('point', 5.4) * k ** 1.15, RI + h + R * math.sin(a))))
    p.add(sweep(path, prof_court(h, 1.9), metal(met), closed=True, up=V((0, 1, 0)), name='band'))
    if d.get('stone'):
        upper = [q for q in path[-62:] + path[:63]]
        out = lambda q: V((q.x, 0, q.z - RI - h)).normalized()
        pave_row(p, along(upper, 1.5, False, out, h / 2 + 0.02), 0.66, d['stone'], met)
    return p


def infinity(d):
    """The band runs out into a lying eight; half of it is set with stones."""
    p = Piece('infinity')
    met, h = d.get('metal', 'gold'), 1.6
    m, R, zc = metal(met), RI + 0.9, RI + 1.75
    c, b = d.get('reach', 6.2), d.get('width', 2.7)
    g = (c - 0.2) / R
    low = [V((R * math.cos(a), 0, zc + R * math.sin(a))) for a in [math.pi / 2 + g + (TAU - 2 * g) * i / 160 for i in range(161)]]
    p.add(sweep(low, prof_court(h, 1.9), m, up=V((0, 1, 0)), scale=[(1 - 0.2 * smooth(abs(2 * i / 160 - 1), 0.7, 1),) * 2 for i in range(161)], name='band'))
    eight = []
    for i in range(260):
        t = TAU * i / 260
        a = math.pi / 2 - c * math.cos(t) / R
        r = R + 0.25 + 0.72 * math.sin(t)
        eight.append(V((r * math.cos(a), b * math.sin(2 * t), zc + r * math.sin(a))))
    p.add(tube(eight, 0.74, m, closed=True, n=22, name='eight'))
    if d.get('stone'):
        half = eight[2:128]
        pave_row(p, along(half, 1.34, False, lambda q: V((q.x, 0, q.z - zc)).normalized(), 0.62), 0.58, d['stone'], met, bead=0.16)
    return p


def stack(d):
    """Three slim bands worn together: plain, stone-set, beaded."""
    p = Piece('stack')
    mets = d.get('metals', ['gold', 'white-gold', 'rose'])
    stone = d.get('stone', 'diamond')
    for k, (y, kind) in enumerate(zip((2.25, 0.0, -2.25), d.get('kinds', ['beads', 'stones', 'plain']))):
        met = mets[k % len(mets)]
        s = p.sub('one', (0, y, 0), (0, (4, -3, 6)[k], 0))
        s.root.location.z = 0
        if kind == 'beads':
            r = 0.92
            c = M.Translation((0, 0, RI + 2 * r))
            bead = shared(('stackbead', met), lambda: sphere(r, metal(met), 28, 18, 'bead'))
            n = int(TAU * (RI + r) / (2 * r * 1.0))
            for i in range(n):
                a = TAU * i / n
                s.add(bead, c @ M.Translation(((RI + r) * math.cos(a), 0, (RI + r) * math.sin(a))))
            s.add(sweep(circle_path(RI + 0.45, 120, 'y'), prof_ellipse(0.4, 0.45, 12), metal(met), closed=True, up=V((0, 1, 0))), c)
            s.root.rotation_euler = (0, 0, 0)
        else:
            s.root.rotation_euler = (0, 0, 0)
            h = 1.6 if kind == 'plain' else 1.5
            band(s, met, RI, h, 1.95)
            if kind == 'stones':
                mats = []
                for i in range(30):
                    a = math.pi / 2 + (i - 14.5) * 0.150
                    o = V((math.cos(a), 0, math.sin(a)))
                    mats.append(look(V((0, 0, RI + h)) + o * (RI + h + 0.05), o, (0, 1, 0)))
                pave_row(s, mats, 0.72, stone, met)
    return p


def baguettes(d):
    """Eternity band of baguettes, side by side between two rails."""
    p = Piece('baguettes')
    met, R = d.get('metal', 'platinum'), d.get('size', 0.98)
    stones = d.get('stones', [d.get('stone', 'diamond')])
    Rg, m = RI + 1.35, metal(met)
    zc = Rg + 0.62
    c = M.Translation((0, 0, zc))
    n = int(TAU * Rg / (2 * R * 1.05)) // len(stones) * len(stones)
    half = 2.1 * R
    for y in (-1, 1):
        p.add(sweep(circle_path(Rg - 0.30, 180, 'y'), prof_ellipse(0.86, 0.40, 22, 3), m, closed=True, up=V((0, 1, 0)), name='rail'), c @ M.Translation((0, y * (half + 0.18), 0)))
    p.add(sweep(circle_path(RI + 0.22, 180, 'y'), prof_court(0.45, half * 2 + 0.4), m, closed=True, up=V((0, 1, 0)), name='sleeve'), c)
    for k in range(n):
        a = math.pi / 2 + TAU * k / n
        o = V((math.cos(a), 0, math.sin(a)))
        p.add(gems.gem('baguette', R, gemstone(stones[k % len(stones)])), c @ look(o * Rg, o, (-math.sin(a), 0, math.cos(a))))
    return p


def cigar(d):
    """A broad hammered band with polished edges and a few stones sunk into it."""
    p = Piece('cigar')
    met, h, w = d.get('metal', 'silver'), 1.35, d.get('width', 8.4)
    R = RI + h / 2
    zc = RI + h + 0.12
    c = M.Translation((0, 0, zc))
    prof = [(u * h / 2 * (0.7 if u < 0 else 1.0), v * w / 2) for u, v in prof_ellipse(1, 1, 48, 6)]
    p.add(sweep(circle_path(R, 200, 'y', math.pi / 2), prof, metal(met, d.get('finish', 'hammered')), closed=True, up=V((0, 1, 0)), name='band'), c)
    p.add(sweep(circle_path(RI + 0.16, 200, 'y'), prof_ellipse(0.3, w / 2 - 0.3, 30, 6), metal(met), closed=True, up=V((0, 1, 0)), name='inside'), c)
    for y in (-1, 1):
        p.add(sweep(circle_path(RI + h * 0.62, 200, 'y'), prof_ellipse(h * 0.5, 0.5, 20, 2.4), metal(met), closed=True, up=V((0, 1, 0)), name='edge'), c @ M.Translation((0, y * (w / 2 - 0.1), 0)))
    mats = []
    for a, y, r in ((-0.62, 1.5, 0.8), (-0.30, -1.3, 1.0), (0.02, 1.2, 0.7), (0.34, -0.6, 1.1), (0.72, 1.3, 0.75), (-0.95, -0.9, 0.65)):
        b = math.pi / 2 - a
        o = V((math.cos(b), 0, math.sin(b)))
        if d.get('stone'):
            pave_row(p, [c @ look(o * (RI + h - 0.02) + V((0, y, 0)), o, (0, 1, 0))], r, d['stone'], met, beads=False)
    return p


def laurel(d):
    """Two branches of leaves that meet at a small stone."""
    p = Piece('laurel')
    met, h = d.get('metal', 'gold'), 1.3
    band(p, met, RI, h, 1.6)
    c = V((0, 0, RI + h))
    berry = shared(('berry', met), lambda: sphere(0.55, metal(met), 20, 14, 'berry'))
    for s in (1, -1):
        for k in range(5):
            e = 1.74 - 0.272 * k
            a = math.pi / 2 - s * e
            o = V((math.cos(a), 0, math.sin(a)))
            t = V((-s * math.sin(a), 0, s * math.cos(a)))              # towards the top
            for y in (1, -1):
                L = 4.3 + 0.12 * k
                x = look(c + o * (RI + h - 0.25), o, t)
                side = y * (1 if x.col[1].y > 0 else -1)
                blade(p, met, L, 2.0, x @ rz(side * 36) @ M.Rotation(rad(-1), 4, 'Y'), 0.45, 0.35, n=26, k=11, thick=0.45)
                if k % 2:
                    p.add(berry, M.Translation(c + o * (RI + h + 0.35) + V((0, y * 1.35, 0)) + t * 1.2))
    bezel(p, 'round', d.get('size', 1.75), d.get('stone', 'emerald'), met, M.Translation((0, 0, 2 * (RI + h) + 0.8)), wall=0.4)
    return p
