"""The `worn` view: a piece on a display form, where and how it would be worn."""
from .parts import *
from . import forms, studio, materials as mt

# camera of each kind: azimuth, elevation, frame, target, aperture; `own` values stand in designs.json under views.worn
VIEWS = {
    'rings': dict(az=-76, el=16, frame=66, target=(9, -4, 112), ap=1.4),
    'bracelets': dict(az=-72, el=16, frame=126, target=(0, 4, -4), ap=1.6),
    'charms': dict(az=-78, el=10, frame=116, target=(0, 0, -14), ap=1.6),
    'necklaces': dict(az=-80, el=6, frame=190, target=(0, 0, -2), ap=1.6),
    'pendants': dict(az=-80, el=6, frame=140, target=(0, 0, -12), ap=1.6),
    'earrings': dict(az=-97, el=3, frame=78, target=(-3, -10, -22), ap=1.2),
    'anklets': dict(az=-58, el=14, frame=150, target=(0, -12, 24), ap=1.6),
    'brooches': dict(az=-90, el=74, frame=112, target=(3, 14, 2), ap=1.4),
}
# tone of the form and of the wall behind it, by the backdrop tone of the design
TONES = {'blush': ('blush', 'ivory'), 'mist': ('taupe', 'mist'), 'taupe': ('taupe', 'mist')}


def shot(d):
    """The camera of the worn view of a design."""
    v = dict(VIEWS[d['category']])
    v.update(d['views'].get('worn') or {})
    return v


def design(d, build):
    """Builds the form, the piece upon it, the light and the camera."""
    v = shot(d)
    tone, behind = v.get('tones', TONES.get(d.get('tone'), ('sand', 'ivory')))
    {'rings': _ring, 'bracelets': _bracelet, 'charms': _charm, 'necklaces': _necklace, 'pendants': _pendant,
     'earrings': _earring, 'anklets': _anklet, 'brooches': _brooch}[d['category']](dict(d, worn=v), build, mt.plaster(tone))
    target, frame, az = V(v['target']), v['frame'], rad(v['az'])
    if d['category'] != 'brooches':
        back = V((math.cos(az), math.sin(az), 0))
        a, b = target - back * 330, V((-back.y, back.x, 0)) * 1500
        z = V((0, 0, 1500))
        Piece('behind').add(mesh('behind', [a - b - z, a + b - z, a + b + z, a - b + z], [(0, 1, 2, 3)], mt.paper(behind)))
    studio.world('wall', v['az'] + 90)
    k = frame / 60
    at = M.Rotation(az + math.pi / 2, 3, 'Z') @ V(v.get('key', (-190, -110, 120)))
    studio.area(20, (100 * k, 110 * k), target + at * k, target, (1, 0.975, 0.945), 'key')
    studio.camera(target, (v['az'], v['el']), frame, aperture=v['ap'], focus=v.get('focus'))
    bpy.context.scene.world.node_tree.nodes['Background'].inputs['Strength'].default_value = v.get('fill', 0.7)


def put_form(name, mat):
    me, tree = forms.form(name, mat)
    return Piece(name).add(me), tree


# ---------------------------------------------------------------- hand
def bore(root):
    """Centre height and radius of a ring's hole, as built: axis along Y, standing on z=0."""
    bpy.context.view_layer.update()
    pts = [o.matrix_world @ v.co for o in root.children_recursive if o.type == 'MESH' for v in o.data.vertices]
    slim = [q for q in pts if abs(q.y) < 1.6]
    floor = max(q.z for q in slim if abs(q.x) < 2.2 and q.z < 7.5)
    side = min(abs(q.x) for q in slim if abs(q.z - floor - 8.4) < 1.2)
    return floor + side, side


def _ring(d, build, mat):
    put_form('hand', mat)
    p = build(d)
    z, r = bore(p.root)
    name = d['worn'].get('finger', 'ring')
    line, radii = forms.finger_line(name, 61)
    i = min(range(61), key=lambda k: abs(radii[k] - r + 0.12) + 6 * abs(k / 60 - forms.RING_AT - d['worn'].get('up', 0)))
    axis = (line[i + 1] - line[i - 1]).normalized()
    out = M.Rotation(rad(d['worn'].get('roll', -8)), 3, axis) @ V((0, -1, 0))
    m = look(line[i], out)                                # stone outwards
    y = axis if not d['worn'].get('flip') else -axis
    zz = (out - y * out.dot(y)).normalized()
    m = M((y.cross(zz), y, zz)).transposed().to_4x4()
    m.translation = line[i]
    p.root.matrix_local = m @ M.Translation((0, 0, -z))


def ring_path(tree, centre, tilt, lift, n=240, axis=(1, 0, 0), slack=0.0):
    """Closed path round a limb: counted from above, `lift` off the surface, tilted about `axis`; and its outward normals."""
    turn = M.Rotation(rad(tilt), 3, V(axis))
    c, pts = V(centre), []
    for i in range(n):
        a = -math.pi / 2 + TAU * i / n
        o = turn @ V((math.cos(a), math.sin(a), 0))
        hit, normal, _, _ = tree.ray_cast(c + o * 150, -o)
        pts.append(hit + o * (lift + slack * (0.5 + 0.5 * o.dot(V((0, -1, 0))))))
    for _ in range(8):                                    # a chain does not follow every hollow
        pts = [q * 0.5 + (pts[i - 1] + pts[(i + 1) % n]) * 0.25 for i, q in enumerate(pts)]

    def normal_at(q):
        o = V(q) - c
        o = o - (turn @ V((0, 0, 1))) * o.dot(turn @ V((0, 0, 1)))
        return o.normalized()
    return pts, normal_at


WRIST = (0, 4.5, -6)


def _bracelet(d, build, mat):
    _, tree = put_form('hand', mat)
    v = d['worn']
    if d['build'] in ('cuff', 'bangle', 'hinged'):            # stiff: laid over the wrist as it is
        p = build(d)
        p.root.matrix_local = (M.Translation((0, 4.5, v.get('at', -16))) @ M.Rotation(rad(v.get('tilt', 12)), 4, 'X') @ M.Rotation(rad(v.get('lean', 7)), 4, 'Y')
                               @ M.Rotation(rad(v.get('turn', 0)), 4, 'Z'))
        return
    centre = V(WRIST) + V((0, 0, v.get('at', -12)))
    path, out = ring_path(tree, centre, v.get('tilt', 14), v.get('lift', 2.2), slack=v.get('slack', 3.0))
    build(dict(d, worn_path=(path, True, out), lean=90))


def _charm(d, build, mat):
    _, tree = put_form('hand', mat)
    v = d['worn']
    path, out = ring_path(tree, V(WRIST) + V((0, 0, v.get('at', 2))), v.get('tilt', 10), 2.4, slack=4.0)
    o = path[0]
    local = [q - o for q in path]
    p = build(dict(d, worn_path=(local, True, lambda q: out(V(q) + o)), turn=d['worn'].get('turn', -10)))
    p.place(o)
    rest(p, tree, o)


def rest(p, tree, at, clear=0.4):
    """Leans what hangs at `at` (all but its chain) so that it lies on the form and does not cut into it."""
    bpy.context.view_layer.update()
    hung = [c for c in p.root.children if not c.name.startswith(('chain', 'rope', 'balls'))]
    pts = [o.matrix_world @ q.co for c in hung for o in [c, *c.children_recursive] if o.type == 'MESH' for q in list(o.data.vertices)[::7]]
    best = 0.0
    for step in range(0, 60):
        turn = M.Rotation(rad(-step * 0.75), 3, 'X')
        deep = 0.0
        for q in pts:
            w = turn @ (q - at) + at
            if w.z > at.z - 7:
                continue
            hit, *_ = tree.ray_cast(V((w.x, -150, w.z)), V((0, 1, 0)))
            if hit is not None:
                deep = max(deep, w.y - hit.y + clear)
        best = rad(-step * 0.75)
        if deep <= 0:
            break
    for c in hung:
        c.matrix_local = M.Rotation(best, 4, 'X') @ c.matrix_local


# ---------------------------------------------------------------- bust
def drape(tree, fall, lift, n=420, back=150):
    """Open path on the bust from one side of the neck to the other; fall(x) gives its height at x. Left to right."""
    pts = []
    for i in range(n + 1):
        a = rad(-90 - back) + rad(2 * back) * i / n
        o = V((math.cos(a), math.sin(a), 0))
        z, hit = 30.0, None
        for _ in range(14):
            c = V((0, 12, z))
            hit, normal, _, _ = tree.ray_cast(c + o * 260, -o)
            want = fall(hit.x if o.y < 0.3 else math.copysign(60 + 60 * o.y, o.x))
            z += (min(want, 118) - z) * 0.6
        pts.append(hit + normal * (lift(hit) if callable(lift) else lift))
    for _ in range(10):
        pts = [pts[0]] + [q * 0.5 + (pts[i] + pts[i + 2]) * 0.25 for i, q in enumerate(pts[1:-1])] + [pts[-1]]

    def normal_at(q):
        hit, normal, _, _ = tree.find_nearest(V(q))
        return normal
    return pts, normal_at


def curve_fall(low, reach, high, power):
    """Height of a worn necklace: `low` in the middle, `high` at `reach` to the side."""
    return lambda x: low + (high - low) * min(1.6, abs(x) / reach) ** power


def _necklace(d, build, mat):
    _, tree = put_form('bust', mat)
    v = d['worn']
    fall = curve_fall(v.get('low', -34), v.get('reach', 56), v.get('high', 40), v.get('power', 1.9))
    path, out = drape(tree, fall, v.get('lift', 1.4))

    def plumb(q, L):
        """A line that falls from q, over what stands out below it."""
        line = []
        for i in range(41):
            z = q.z - L * i / 40
            hit, *_ = tree.ray_cast(V((q.x, -200, z)), V((0, 1, 0)))
            line.append(V((q.x, min(hit.y - 1.2, line[-1].y + 0.2) if line else min(q.y, hit.y - 1.2), z)))
        return line

    def second(up):
        return drape(tree, lambda x: fall(x) + up * max(0.15, 1 - abs(x) / 70), 1.2)
    build(dict(d, worn_path=(path, False, out), plumb=plumb, drape=second))


def _pendant(d, build, mat):
    _, tree = put_form('bust', mat)
    v = d['worn']
    low = v.get('low', -36)
    deep = v.get('off', max(1.4, d.get('wall', 5.0) - 2.2))

    def lift(q):
        return 0.9 + (deep - 0.9) * math.exp(-(q.x / 16) ** 2)
    path, out = drape(tree, curve_fall(low, v.get('reach', 54), v.get('high', 42), v.get('power', 1.35)), lift)
    o = min(path, key=lambda q: (abs(q.x), q.y))
    local = [q - o for q in path]
    p = build(dict(d, worn_path=(local, False, lambda q: out(V(q) + o))))
    p.place(o)
    rest(p, tree, o)


# ---------------------------------------------------------------- ear
def _earring(d, build, mat):
    _, tree = put_form('ear', mat)
    v = d['worn']
    x, z = v.get('hole', forms.PIERCING)
    hit, normal, _, _ = tree.ray_cast(V((x, -150, z)), V((0, 1, 0)))
    n = (normal + V((0, -0.8, 0))).normalized()
    p = build(dict(d, single=True))
    kind = d['build']
    if kind == 'hoops':
        R = d.get('size', 11.0)
        p.root.matrix_local = M.Translation((hit.x, hit.y + 3.2, z + 1.5 - R)) @ M.Rotation(rad(v.get('turn', 42)), 4, 'Z')
    elif kind in ('drops', 'pearl_drops', 'chandelier', 'threader'):
        top = v.get('top', {'pearl_drops': 17.6}.get(kind, 13.0))
        p.root.matrix_local = M.Translation(hit + V((0, -v.get('off', 0.3), 0)))
        bpy.context.view_layer.update()                    # matrices are read back only after it
        for c in p.root.children:
            c.matrix_local = M.Rotation(rad(v.get('turn', 0)), 4, 'Z') @ M.Translation((0, 0, -top)) @ c.matrix_local
        rest(p, tree, p.root.matrix_local.translation)
    else:                                                  # studs: art in XY, faces along the normal
        p.root.matrix_local = look(hit + n * v.get('off', 1.6), n, (1, 0, 0))


# ---------------------------------------------------------------- ankle, lapel
def _anklet(d, build, mat):
    _, tree = put_form('ankle', mat)
    v = d['worn']
    path, out = ring_path(tree, (0, 2, v.get('at', 34)), v.get('tilt', 10), 1.0, 300, slack=1.2)
    build(dict(d, worn_path=(path, True, out)))


def _brooch(d, build, mat):
    v = d['worn']
    lapel(v.get('cloth', 'ink' if d.get('metal') in ('silver', 'platinum', 'white-gold') else 'taupe'))
    p = build(d)
    p.place((v.get('x', 2), v.get('y', 2), 5.2), (0, 0, v.get('turn', 12)), 1.0)


def lapel(tone):
    """A jacket front lying in XY: shirt, front, lapel and collar with its notch."""
    p = Piece('lapel')
    wool, shirt = mt.wool(tone), mt.linen('paper')
    p.add(mesh('shirt', [(-400, -400, -3), (400, -400, -3), (400, 400, -3), (-400, 400, -3)], [(0, 1, 2, 3)], shirt))
    front = [(-2, -260), (240, -260), (240, 260), (-20, 260), (-62, 120), (-46, 20)]
    p.add(plate(front, wool, 3.0, 1.2), M.Translation((0, 0, -0.6)))
    inner = spline([V((-92, 190, 0)), V((-66, 90, 0)), V((-44, 0, 0)), V((-12, -130, 0)), V((4, -230, 0))], 14)
    outer = spline([V((4, -230, 0)), V((34, -130, 0)), V((48, -40, 0)), V((52, 20, 0)), V((56, 50, 0))], 14)
    top = [V((56, 50, 0)), V((20, 46, 0)), V((-20, 78, 0)), V((-60, 150, 0))]
    p.add(plate([(q.x, q.y) for q in inner + outer[1:] + top[1:]], wool, 3.4, 1.5, seg=6), M.Translation((0, 0, 2.4)))
    collar = [(-60, 152), (-19, 80), (21, 50), (44, 66), (40, 84), (0, 120), (-20, 220), (-70, 220)]
    p.add(plate(collar, wool, 3.4, 1.5, seg=6), M.Translation((0, 0, 2.6)))
