"""Earrings that move: jackets, threaders, chandeliers. Always a pair, unless one is asked for (`single`)."""
from .parts import *
from .pendants import FACE, face
from .earrings import both, pair_lying, post


def jackets(d):
    """A stud, and a fan of stones that shows beneath the lobe."""
    met, R = d.get('metal', 'white-gold'), d.get('size', 2.2)
    stone = d.get('stone', 'diamond')

    def make(s, k):
        m = metal(met)
        prong_setting(s, 'round', R, d.get('centre', stone), met, None, 4, depth=R * 0.95)
        reach, spots = R + 3.9, []
        for a, r in ((-162, 0.95), (-130, 1.25), (-90, 1.65), (-50, 1.25), (-18, 0.95)):
            q = V((math.cos(rad(a)), math.sin(rad(a)), 0)) * reach
            spots.append(q)
            if r > 1.5:
                prong_setting(s, 'pear', r, stone, met, M.Translation(q + V((0, -0.9, 0))), 5, depth=r * 0.9)
            else:
                prong_setting(s, 'round', r, stone, met, M.Translation(q), 4, depth=r * 0.95)
            s.add(tube([q + V((0, 0, -0.9 * r)), q * 0.55 + V((0, 0, -1.5)), V((0, 0, -1.7))], 0.3, m, n=10))
        s.add(tube(spline([q + V((0, 0, -1.1)) for q in spots], 10), 0.38, m, n=12))
        s.add(torus(1.0, 0.36, m, 40), M.Translation((0, 0, -1.75)))
        post(s, met, -1.2, 8.5)
    d.setdefault('lift', R + 6.3)
    return pair_lying(d, make, d.get('gap', 17))


def threader(d):
    """A chain that is drawn through the lobe: a pearl or stone in front, a slim bar behind."""
    p = Piece('threader')
    met = d.get('metal', 'gold')
    m = metal(met)
    for x, turn in both(d, 19, (-20, 24)):
        s = p.sub('one', (x, 0, 0), (0, 0, turn))
        s.add(tube(spline([V((0, -0.6, 10.6)), V((0, -0.4, 12.3)), V((0, 1.2, 13.4)), V((0, 2.8, 12.3)), V((0, 3.0, 10.6))], 10), 0.36, m, n=12, name='arch'))
        front, back = d.get('front', 17.0), d.get('back', 10.0)
        jump_ring(s, (0, -0.6, 10.1), 0.62, 0.2, met, (1, 0.2, 0))
        chain(s, [V((0, -0.6, 9.7)), V((0, -0.6, 9.7 - front))], met, 1.9, 1.35, 0.22, z=V((0, -1, 0)))
        jump_ring(s, (0, 3.0, 10.1), 0.62, 0.2, met, (1, 0.2, 0))
        chain(s, [V((0, 3.0, 9.7)), V((0, 3.0, 9.7 - back))], met, 1.9, 1.35, 0.22, z=V((0, -1, 0)))
        s.add(tube([V((0, 3.0, 9.2 - back)), V((0, 3.0, -6.5 - back))], 0.5, m, n=14, name='bar'))
        z = 9.2 - front
        what = d.get('stone', 'pearl:white')
        if what.startswith('pearl'):
            R = d.get('size', 3.2)
            s.add(lathe([(1.3, -0.55), (0.95, -0.1), (0.5, 0.2), (0.3, 0.55), (0.02, 0.62)], m, 32), M.Translation((0, -0.6, z)))
            s.add(sphere(R, gemstone(what), 64, 44, squash=1.12), M.Translation((0, -0.6, z - 0.35 - R * 1.08)))
        else:
            R = d.get('size', 2.4)
            f = face(s, z=z - 1.0 - gems.extents('marquise', R)[1], y=-0.6)
            bezel(f, d.get('cut', 'marquise'), R, what, met)
    return p


def chandelier(d):
    """A stone, an arch below it, five drops from the arch."""
    p = Piece('chandelier')
    met, stone = d.get('metal', 'gold'), d.get('stone', 'garnet')
    m = metal(met)
    for x, turn in both(d, 21, (-8, 10)):
        s = p.sub('one', (x, 0, 0), (0, 0, turn))
        f = face(s, z=13.0)
        bezel(f, 'round', 2.0, stone, met, M.Translation((0, 0, 0.9)), wall=0.42)
        post(f, met, -0.3, 6)
        jump_ring(s, (0, -0.4, 9.95), 0.72, 0.22, met, (1, 0.15, 0))
        W, top = 6.6, 8.9
        g = face(s, z=0, y=-0.4)
        bow = [V((W * math.sin(a), top - 6.2 * (1 - math.cos(a)), 0)) for a in [rad(-92 + 184 * i / 60) for i in range(61)]]
        g.add(tube(bow, 0.42, m, n=14, name='arch'))
        pave_row(g, along(bow, 1.62, False, V((0, 0, 1)), 0.42), 0.66, d.get('accent', 'diamond'), met)
        low = [V((-W, 2.5, 0)), V((-W / 2, 0.8, 0)), V((0, 0.2, 0)), V((W / 2, 0.8, 0)), V((W, 2.5, 0))]
        g.add(tube(spline(low, 12), 0.36, m, n=12, name='foot'))
        bezel(g, 'round', 1.5, stone, met, M.Translation((0, 4.6, 0.3)), wall=0.36)
        for a in (90, 225, 315):
            q = V((0, 4.6, -0.2))
            o = V((math.cos(rad(a)), math.sin(rad(a)), 0))
            g.add(tube([q + o * 1.5, q + o * (4.2 if a == 90 else 4.9)], 0.3, m, n=10))
        for i, q in enumerate(low):
            L = (1.2, 2.4, 3.6, 2.4, 1.2)[i]
            a = V((q.x, -0.4, q.y - 0.7))
            chain(s, [a, a - V((0, 0, L))], met, 1.6, 1.15, 0.2, z=V((0, -1, 0)))
            r = (1.15, 1.35, 1.6, 1.35, 1.15)[i]
            h = Piece('face', s)
            h.root.matrix_local = M.Translation((a.x, -0.4, a.z - L - 1.5 * r - 0.55)) @ FACE
            bezel(h, 'pear', r, stone, met, wall=0.34)
    return p
