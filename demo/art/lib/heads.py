"""Rings that are chiefly what they carry: cocktail, cluster, two stones, a stone set sideways, a paved dome. Axis along Y, resting on z=0."""
from .parts import *
from .rings import band, smooth
from .bands import arc, RI


def cocktail(d):
    """A large cabochon in a rope border."""
    p = Piece('cocktail')
    met, R, h = d.get('metal', 'gold'), d.get('size', 6.6), 1.9
    m = metal(met)
    band(p, met, RI, h, 2.4, lambda t: (1.0, 1.75 - 0.75 * smooth(t, 0.0, 0.6)))
    zt = 2 * (RI + h)
    z = zt + 2.4
    p.add(lathe([(2.2, zt - 0.9), (3.4, zt - 0.2), (R * 0.82, zt + 0.5), (R + 0.5, z - 1.3), (R + 0.55, z - 0.6), (R, z - 0.5)], m, 80, 'cup', auto=60))
    bezel(p, 'cabochon', R, d.get('stone', 'turquoise'), met, M.Translation((0, 0, z)), wall=0.55, h=2.4)
    rope(p, [q + V((0, 0, z - 0.55)) for q in circle_path(R + 1.15, 160)], met, 0.72, 2, 2.6, True)
    if d.get('accent'):
        n = int(TAU * (R + 2.6) / 1.78)
        pts = [q + V((0, 0, z - 1.0)) for q in circle_path(R + 2.55, 160)]
        p.add(sweep(pts, prof_ellipse(0.95, 0.4, 16, 3), m, closed=True, up=V((0, 0, 1))), M.Translation((0, 0, -0.55)))
        pave_row(p, along(pts, None, True, V((0, 0, 1)), 0, n), 0.78, d['accent'], met)
    return p


def east_west(d):
    """One long stone, set across the finger in a smooth rim."""
    p = Piece('east-west')
    met, cut, R, h = d.get('metal', 'gold'), d.get('cut', 'emerald'), d.get('size', 2.7), 1.7
    band(p, met, RI, h, 2.2, lambda t: (1.0, 1.25 - 0.3 * smooth(t, 0.0, 0.5)))
    zt = 2 * (RI + h)
    bezel(p, cut, R, d.get('stone', 'emerald'), met, M.Translation((0, 0, zt + 0.45 * R)) @ M.Rotation(math.pi / 2, 4, 'Z'), wall=0.5, h=1.25 * R)
    return p


def toi_et_moi(d):
    """Two stones of different cuts on ends that pass one another."""
    p = Piece('toi-et-moi')
    met = d.get('metal', 'gold')
    arc(p, met, 0.31, 1.75, 1.7, 1.9, 0.85)
    zt = 2 * (RI + 1.7)
    for (cut, stone, R), x, y, turn in zip(d.get('stones', [['pear', 'emerald', 2.8], ['round', 'diamond', 2.9]]), (2.7, -2.7), (1.7, -1.6), (-35, 0)):
        o = V((x * 0.075, 0, 1)).normalized()
        at = V((x, y, zt + 2.05 - abs(x) * 0.12))
        prong_setting(p, cut, R, stone, met, look(at, o, (1, 0, 0)) @ M.Rotation(rad(turn), 4, 'Z'), 5 if cut == 'pear' else 4, depth=R * 0.98)
    return p


def cluster(d):
    """A flower of stones round a middle one."""
    p = Piece('cluster')
    met, h = d.get('metal', 'white-gold'), 1.7
    m = metal(met)
    band(p, met, RI, h, 2.0, lambda t: (1.0, 0.9 + 0.1 * t))
    zt = 2 * (RI + h)
    R, r, n = d.get('centre_size', 2.1), d.get('size', 1.9), d.get('petals', 6)
    z = zt + 2.7
    out = max(R + r + 0.2, (r + 0.16) / math.sin(math.pi / n))
    prong_setting(p, 'round', R, d.get('centre', 'diamond'), met, M.Translation((0, 0, z + 0.55)), 4 if n % 4 == 0 else 6, r=0.2, depth=R * 1.1, gallery=False, start=30)
    for k in range(n):
        a = TAU * k / n + math.pi / n
        o = V((math.cos(a), math.sin(a), 0))
        prong_setting(p, d.get('cut', 'round'), r, d.get('stone', 'sapphire'), met, look(o * out + V((0, 0, z)), V((0, 0, 1)) + o * 0.22, o), 4, r=0.2, depth=r * 0.95)
        p.add(tube(spline([o * out * 0.92 + V((0, 0, z - r * 0.85)), o * out * 0.62 + V((0, 0, zt + 0.35)), o * 1.0 + V((0, 0, zt - 0.5))], 6), 0.32, m, n=10, name='stem'))
    p.add(torus(out * 0.66, 0.34, m, 80), M.Translation((0, 0, zt + 0.55)))
    mats = []
    for s in (1, -1):
        for k in range(5):
            a = math.pi / 2 + s * (0.44 + k * 0.165)
            o = V((math.cos(a), 0, math.sin(a)))
            mats.append(look(V((0, 0, RI + h)) + o * (RI + h + 0.02), o, (0, 1, 0)))
    pave_row(p, mats, 0.68, d.get('accent', 'diamond'), met)
    return p


def bombe(d):
    """A rounded dome paved all over."""
    p = Piece('bombe')
    met, r, ri = d.get('metal', 'white-gold'), d.get('size', 0.80), 8.5
    n, k, e = 300, 48, 2.35
    c = V((0, 0, ri + 1.4))

    def section(t):
        f = 1 - smooth(t, 0.06, 0.80)
        return 1.4 + 2.7 * f, 2.4 + 7.2 * f

    def place(a, y):
        """Point of the outside at angle a from the top, y to the side."""
        h, w = section(abs(a) / math.pi)
        u = max(0.0, 1 - min(1.0, abs(2 * y / w)) ** e) ** (1 / e)
        R = ri + h / 2 + u * h / 2
        return V((R * math.sin(a), y, R * math.cos(a)))
    verts, faces = [], []
    for i in range(n):
        a = TAU * i / n
        h, w = section(1 - abs(1 - 2 * i / n))
        for u, v in prof_ellipse(1, 1, k, e):
            R = ri + h / 2 + u * h / 2 * (1.0 if u > 0 else 0.85)
            verts.append(c + V((R * math.sin(a), v * w / 2, R * math.cos(a))))
    for i in range(n):
        for j in range(k):
            faces.append((i * k + (j + 1) % k, i * k + j, ((i + 1) % n) * k + j, ((i + 1) % n) * k + (j + 1) % k))
    p.add(mesh('bombe', verts, faces, metal(met)))
    mats = []
    for row in range(-4, 5):
        y = row * 2 * r * 0.94
        a = -1.30 + (0.5 if row % 2 else 0.0) * 2 * r * 1.06 / (ri + 3)
        while a < 1.31:
            h, w = section(abs(a) / math.pi)
            q = place(a, y)
            if abs(y) < w / 2 - r * 0.85:
                du, dv = place(a + 0.01, y) - q, place(a, y + 0.05) - q
                o = dv.cross(du).normalized()
                if o.dot(q) < 0:
                    o = -o
                mats.append(look(c + q + o * 0.02, o, (0, 1, 0)))
            a += 2 * r * 1.06 / q.xz.length
    stones = d.get('stones', [d.get('stone', 'diamond')])
    for i, stone in enumerate(stones):
        pave_row(p, mats[i::len(stones)], r, stone, met, bead=0.2)
    return p
