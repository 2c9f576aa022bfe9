"""Display forms that jewellery is shown upon: a hand, a neck bust, an ear, an ankle, a lapel. One unit is one millimetre.

Each is a distance function that is meshed once a process; `form` gives its mesh and the tree of its faces.
"""
import hashlib
import os
import tempfile
import numpy as np
from mathutils import Vector as V
from mathutils.bvhtree import BVHTree
from .geo import *
from . import sdf

# fingers of the hand: knuckle, direction (degrees to the side), length, radius at the knuckle and at the tip
FINGERS = {
    'index': ((-27.5, 0, 90), -5.5, 73, 9.2, 6.7),
    'middle': ((-8.5, -1.5, 94), -0.8, 81, 9.4, 6.8),
    'ring': ((11.5, -0.8, 90), 4.0, 75, 9.35, 6.6),
    'little': ((29.5, 1.5, 80), 10.5, 59, 8.1, 5.8),
}
RING_AT = 0.36                                   # where on the finger a ring sits, 0 being the knuckle
PIERCING = (-7.0, -26.0)                         # x and z of the hole in the lobe of the ear


def finger_line(name, n=13):
    """Middle line of a finger and its radii: straight from the knuckle, then a little bent towards the palm."""
    c, side, L, r0, r1 = FINGERS[name]
    s = rad(side)
    pts, rr = [], []
    for i in range(n):
        t = i / (n - 1)
        bend = 11.0 * max(0.0, t - 0.25) ** 1.7
        pts.append(V(c) + V((math.sin(s) * L * t, bend, math.cos(s) * L * t)))
        joint = 0.5 * math.exp(-((t - 0.56) / 0.08) ** 2) + 0.25 * math.exp(-((t - 0.80) / 0.06) ** 2)
        rr.append(r0 + (r1 - r0) * t ** 1.15 + joint - 0.35 * math.exp(-((t - 0.36) / 0.12) ** 2))
    return pts, rr


def _hand():
    """A right hand held upright, its back to the camera (-Y), the thumb at -X; the wrist is at z=0."""
    palm = []
    for name, wrist_x in (('index', -11), ('middle', -4), ('ring', 5), ('little', 13)):
        c, _, _, r0, _ = FINGERS[name]
        palm.append(sdf.cone((wrist_x, 3, 6), (c[0], c[1] + 2.5, c[2] - 2), 14.5, r0 + 1.8))
    palm.append(sdf.ellipsoid((-19, 13, 42), (15, 12, 26)))         # ball of the thumb
    palm.append(sdf.ellipsoid((20, 11, 38), (13, 11, 28)))
    thumb = sdf.limb([(-14, 9, 22), (-36, 11, 44), (-53, 10, 66), (-65, 8, 82), (-71, 6, 95)], [13, 11.5, 9.6, 9.0, 7.0])
    arm = sdf.blend([sdf.limb([(s * 8, 4, 16), (s * 8, 4, -8), (s * 9, 5, -60), (s * 11, 6, -200)], [17, 15.8, 17.4, 27]) for s in (-1, 1)], 12)
    ridges = sdf.blend([sdf.ellipsoid((c[0], c[1] - 4.6, c[2] - 2), (5.5, 4.5, 9)) for c, *_ in FINGERS.values()], 3)
    field = sdf.blend([sdf.blend(palm, 13), arm], 16)
    field = sdf.blend([field, thumb], 15)
    field = sdf.blend([field, ridges], 9)
    fingers = sdf.blend([sdf.limb(*finger_line(name), 2) for name in FINGERS], 2.2)
    return sdf.blend([field, fingers], 6.5), (-82, -26, -130), (62, 34, 182), 1.6


def _bust():
    """Neck and shoulders; z=0 at the pit of the neck."""
    neck = sdf.limb([(0, 16, 190), (0, 12, 90), (0, 12, 40), (0, 14, 10)], [44, 45, 48, 54])
    shoulders = [sdf.limb([(0, 22, 34), (s * 70, 24, 4), (s * 138, 26, -22)], [40, 36, 42]) for s in (-1, 1)]
    chest = [sdf.limb([(s * 40, 20, -10), (s * 52, 10, -70), (s * 58, 4, -150)], [52, 62, 74]) for s in (-1, 1)]
    collar = [sdf.limb([(s * 11, -37, -6), (s * 45, -35, 1), (s * 80, -22, 9), (s * 125, 2, 8)], [5.4, 5.0, 4.8, 5.0]) for s in (-1, 1)]
    cords = [sdf.limb([(s * 9, -36, -2), (s * 24, -29, 40), (s * 40, -6, 100), (s * 46, 20, 170)], [4.5, 6, 7, 7]) for s in (-1, 1)]
    field = sdf.blend([neck, *shoulders], 44)
    field = sdf.blend([field, *chest], 60)
    field = sdf.blend([field, *collar, *cords], 13)
    return field, (-180, -90, -190), (180, 90, 150), 3.0


def _ear():
    """A left ear on the side of a head that looks to -X."""
    def leaning(f):                              # the rim stands further from the head at the back
        def g(p):
            q = p.copy()
            q[:, 1] += 0.30 * p[:, 0]
            q[:, 0] -= 0.12 * p[:, 2]
            return f(q)
        return g
    rim = [(-5, -5, 3), (-11, -6, 9), (-13.5, -7, 19), (-9, -8, 28), (1, -8.5, 33), (11, -9, 29.5), (16, -9.5, 20), (16.5, -9.5, 8), (14, -9.5, -4), (9.5, -10, -15), (5, -11, -23)]
    helix = sdf.limb(rim, [2.0, 2.5, 2.9, 3.1, 3.2, 3.2, 3.1, 2.9, 2.7, 2.6, 2.5], 3)
    flap = sdf.ellipsoid((2, -5.5, 5), (15.5, 3.6, 28))
    fold = sdf.limb([(2.5, -8.5, -15), (7.5, -9, -7), (9, -9.5, 3), (7.5, -9, 12), (2, -8, 22)], [2.8, 3.4, 3.5, 3.2, 2.2], 2)
    fork = sdf.limb([(7.5, -9, 12), (9, -8, 22)], [3.0, 2.0], 2)
    ear = sdf.blend([flap, fold, fork, sdf.ellipsoid((-1, 2, -2), (13, 7, 18))], 5)
    ear = sdf.carve(ear, sdf.ellipsoid((-1.5, -10, -3), (8.2, 6.5, 11)), 4)
    ear = sdf.blend([ear, helix], 2.6)
    ear = sdf.blend([ear, sdf.ellipsoid((-10, -6, -3.5), (3.6, 4.5, 5.5)), sdf.ellipsoid((0.5, -8, -16), (4.5, 3.6, 3.4)),
                     sdf.ellipsoid((-3.0, -11, -25.5), (8.6, 3.4, 9.4))], 5)
    head = sdf.blend([sdf.ellipsoid((-30, 84, 10), (115, 76, 130)), sdf.limb([(-16, 37, -14), (-60, 38, -72), (-110, 54, -88)], [17, 17, 18])], 24)
    neck = sdf.limb([(16, 72, -40), (24, 70, -200)], [56, 60], 1)
    return sdf.blend([sdf.blend([head, neck], 26), leaning(ear)], 4), (-72, -26, -90), (72, 46, 48), 1.1


def _ankle():
    """A left lower leg and the foot, toes to -Y; z=0 at the ankle bones."""
    leg = sdf.limb([(0, 14, 230), (0, 10, 150), (0, 3, 70), (0, 0, 35), (0, 2, 0)], [54, 46, 35.5, 33.5, 35])
    sinew = sdf.limb([(0, 34, 110), (0, 33, 40), (0, 36, -20)], [13, 7, 12])
    bones = [sdf.ellipsoid((-31, -1, 4), (10, 12, 12)), sdf.ellipsoid((31, 5, -3), (10, 11, 13))]
    foot = [sdf.limb([(s * 9, -8, -16), (s * 14, -55, -42), (s * 17, -110, -58), (s * 17, -150, -62)], [29, 24, 17, 11]) for s in (-1, 1)]
    heel = sdf.limb([(0, 22, -20), (0, 30, -46)], [30, 27], 1)
    sole = sdf.limb([(0, 20, -48), (0, -100, -62)], [26, 17], 1)
    field = sdf.blend([leg, heel, sole, *foot], 32)
    field = sdf.blend([field, sinew, *bones], 14)
    return sdf.common(field, sdf.half_space((0, 0, -70), (0, 0, -1)), 6), (-70, -170, -80), (70, 75, 210), 2.2


_shapes = {}


def form(name, mat):
    """The mesh of a form and the tree of its faces. A shape takes seconds: it is kept, and laid by for the next process."""
    if name not in _shapes:
        laid_by = os.path.join(tempfile.gettempdir(), 'form-%s-%s.npz' % (name, _version()))
        if not os.path.exists(laid_by):
            field, lo, hi, step = {'hand': _hand, 'bust': _bust, 'ear': _ear, 'ankle': _ankle}[name]()
            verts, faces = sdf.surface(field, lo, hi, step)
            np.savez(laid_by, verts=verts, faces=faces)
        with np.load(laid_by) as shape:
            verts, faces = shape['verts'].tolist(), shape['faces'].tolist()
        _shapes[name] = verts, faces, BVHTree.FromPolygons(verts, faces)
    verts, faces, tree = _shapes[name]
    return mesh(name, verts, faces, mat), tree


def _version():
    """Changes with the code that makes the shapes."""
    code = b''
    for name in ('forms.py', 'sdf.py'):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), 'rb') as f:
            code += f.read()
    return hashlib.sha1(code).hexdigest()[:12]
