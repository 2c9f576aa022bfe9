"""Smooth bodies from distance functions: round cones and ellipsoids that melt into one another, meshed by surface nets.

A field is a function of an (n, 3) array of points that gives the signed distance of each, negative inside.
"""
import math
import numpy as np
from mathutils import Vector as V
from .geo import spline


def cone(a, b, ra, rb):
    """Round cone from a (radius ra) to b (radius rb): all balls between the two, so that cones in a row meet without a ridge."""
    a, b = np.array(a, np.float32), np.array(b, np.float32)
    d = b - a
    dd = float(d @ d)
    slope = float(np.clip((rb - ra) / math.sqrt(dd), -0.95, 0.95))
    lean = slope / math.sqrt(1 - slope * slope) / math.sqrt(dd)     # the nearest ball is further towards the thick end

    def f(p):
        t = (p - a) @ d / dd
        far = np.linalg.norm(p - a - t[:, None] * d, axis=1)
        t = np.clip(t + far * lean, 0, 1)
        return np.linalg.norm(p - a - t[:, None] * d, axis=1) - (ra + (rb - ra) * t)
    return f


def limb(points, radii, n=4):
    """A tapering tube along a smooth line through the points; n pieces from point to point."""
    line = spline([V(p) for p in points], n)
    thick = [q.x for q in spline([V((r, 0, 0)) for r in radii], n)]
    parts = [cone(p, q, r, s) for p, q, r, s in zip(line, line[1:], thick, thick[1:])]

    def f(p):
        d = parts[0](p)
        for g in parts[1:]:
            d = np.minimum(d, g(p))
        return d
    return f


def ellipsoid(c, r):
    c, r = np.array(c, np.float32), np.array(r, np.float32)

    def f(p):
        q = (p - c) / r
        k0 = np.linalg.norm(q, axis=1)
        k1 = np.linalg.norm(q / r, axis=1)
        return np.where(k1 > 1e-9, k0 * (k0 - 1) / np.maximum(k1, 1e-9), -r.min())
    return f


def half_space(point, normal):
    """Everything behind the plane that normal points away from."""
    c, n = np.array(point, np.float32), np.array(V(normal).normalized(), np.float32)
    return lambda p: (p - c) @ n


def smin(a, b, k):
    h = np.maximum(k - np.abs(a - b), 0) / k
    return np.minimum(a, b) - h * h * k * 0.25


def blend(fields, k):
    """Union; where two bodies meet they are filleted over about k."""
    def f(p):
        d = fields[0](p)
        for g in fields[1:]:
            d = smin(d, g(p), k)
        return d
    return f


def carve(body, cut, k):
    return lambda p: -smin(-body(p), cut(p), k)


def common(body, other, k):
    return lambda p: -smin(-body(p), -other(p), k)


def surface(field, lo, hi, step):
    """Vertices and faces of the zero surface inside the box lo..hi (naive surface nets, then drawn onto the zero)."""
    axes = [np.arange(a, b + step, step, dtype=np.float32) for a, b in zip(lo, hi)]
    shape = tuple(len(a) for a in axes)
    grid = np.empty(shape, np.float32)
    plane = np.stack(np.meshgrid(axes[1], axes[2], indexing='ij'), -1).reshape(-1, 2)
    for i, x in enumerate(axes[0]):
        grid[i] = field(np.concatenate([np.full((len(plane), 1), x, np.float32), plane], 1)).reshape(shape[1:])
    neg = grid < 0
    n = [s - 1 for s in shape]
    total = np.zeros(n, np.int8)
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    for i, j, k in corners:
        total += neg[i:i + n[0], j:j + n[1], k:k + n[2]]
    cells = np.argwhere((total > 0) & (total < 8))
    index = np.full(n, -1, np.int64)
    index[tuple(cells.T)] = np.arange(len(cells))
    verts = np.stack([axes[a][cells[:, a]] + step / 2 for a in range(3)], 1).astype(np.float32)
    middle = verts.copy()
    for _ in range(6):
        e = np.float32(step * 0.25)
        d = field(verts)
        g = np.stack([field(verts + e * np.eye(3, dtype=np.float32)[a]) - d for a in range(3)], 1) / e
        verts -= (d / np.maximum((g * g).sum(1), 0.25))[:, None] * g
        verts = np.clip(verts, middle - 0.6 * step, middle + 0.6 * step)     # never out of its cell: that would be a pit
    faces = []
    for a in range(3):
        b, c = (a + 1) % 3, (a + 2) % 3
        lo_, hi_ = [slice(None)] * 3, [slice(None)] * 3
        lo_[a], hi_[a] = slice(0, -1), slice(1, None)
        s, t = neg[tuple(lo_)], neg[tuple(hi_)]
        for q, turn in ((s & ~t, False), (~s & t, True)):
            at = np.argwhere(q)
            at = at[(at[:, b] > 0) & (at[:, c] > 0) & (at[:, b] < n[b]) & (at[:, c] < n[c])]
            quad = []
            for db, dc in ((1, 1), (0, 1), (0, 0), (1, 0)):
                w = at.copy()
                w[:, b] -= db
                w[:, c] -= dc
                quad.append(index[tuple(w.T)])
            quad = np.stack(quad, 1)
            faces.append(quad[:, ::-1] if turn else quad)
    faces = np.concatenate(faces)
    faces = faces[(faces >= 0).all(1)]
    return smoothed(verts, faces, 2), faces


def smoothed(verts, faces, times):
    """Each vertex drawn towards its neighbours and back (Taubin), which takes out what single cells have wrong."""
    a = np.concatenate([faces[:, k] for k in range(4)])
    b = np.concatenate([faces[:, (k + 1) % 4] for k in range(4)])
    count = np.maximum(np.bincount(a, minlength=len(verts)), 1)[:, None]
    for _ in range(times):
        for k in (0.6, -0.55):
            near = np.stack([np.bincount(a, verts[b, i], len(verts)) for i in range(3)], 1) / count
            verts = (verts + k * (near - verts)).astype(np.float32)
    return verts
