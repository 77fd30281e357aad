package pictures

import (
	"encoding/binary"
	"image"
	"math"
)

// profile says which colours the numbers of a picture mean (ICC.1:2022): curves to light, and a matrix from red, green and
// blue to those of sRGB. Of a grey one the matrix is nil.
type profile struct {
	light  [3][256]float64
	matrix *[9]float64
}

// maxProfile is how long a profile may be, in bytes, and maxTags how many tags it may have. Those of a matrix have some
// kilobytes.
const (
	maxProfile     = 1 << 20
	maxProfileTags = 100
	maxCurve       = 1 << 16 // entries of a curve
)

// fromXYZ leads from XYZ of the profiles' white (D50) to red, green and blue of sRGB: the inverse of the colorants of IEC
// 61966-2-1, adapted as ICC.1:2022, annex E does.
var fromXYZ = [9]float64{
	3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.0334540, 0.0719453, -0.2289914, 1.4052427,
}

// displayP3 are the colorants of Display P3, whose curve is that of sRGB.
var displayP3 = [9]float64{0.515121, 0.291977, 0.157104, 0.241196, 0.692245, 0.066574, -0.001053, 0.041885, 0.784073}

// parseProfile reads a profile of curves and a matrix, or of grey and a curve; nil where it is another, or broken. Such a
// picture is taken for one of sRGB.
func parseProfile(b []byte) *profile {
	if len(b) < 132 || len(b) > maxProfile || string(b[36:40]) != "acsp" || string(b[20:24]) != "XYZ " {
		return nil
	}
	tags := map[string][]byte{}
	for i := range min(binary.BigEndian.Uint32(b[128:]), maxProfileTags) {
		entry := 132 + 12*int(i)
		if entry+12 > len(b) {
			return nil
		}
		from, length := int64(binary.BigEndian.Uint32(b[entry+4:])), int64(binary.BigEndian.Uint32(b[entry+8:]))
		if from+length <= int64(len(b)) {
			tags[string(b[entry:entry+4])] = b[from : from+length]
		}
	}
	p := &profile{}
	switch string(b[16:20]) {
	case "GRAY":
		light, is := curve(tags["kTRC"])
		p.light = [3][256]float64{light, light, light}
		if !is {
			return nil
		}
	case "RGB ":
		var xyz [3][3]float64
		for i, colour := range []string{"r", "g", "b"} {
			light, isCurve := curve(tags[colour+"TRC"])
			of, isXYZ := colorant(tags[colour+"XYZ"])
			if !isCurve || !isXYZ {
				return nil
			}
			p.light[i], xyz[i] = light, of
		}
		p.matrix = times(fromXYZ, [9]float64{
			xyz[0][0], xyz[1][0], xyz[2][0], xyz[0][1], xyz[1][1], xyz[2][1], xyz[0][2], xyz[1][2], xyz[2][2],
		})
	default:
		return nil
	}
	return p
}

// p3 is the profile of Display P3.
func p3() *profile {
	light := [256]float64{}
	for i := range light {
		light[i] = parametric(3, []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045}, float64(i)/255)
	}
	return &profile{light: [3][256]float64{light, light, light}, matrix: times(fromXYZ, displayP3)}
}

func times(a, b [9]float64) *[9]float64 {
	var out [9]float64
	for i := range out {
		row, column := i/3*3, i%3
		out[i] = a[row]*b[column] + a[row+1]*b[3+column] + a[row+2]*b[6+column]
	}
	return &out
}

// fixed is a number of the type s15Fixed16Number.
func fixed(b []byte) float64 {
	return float64(int32(binary.BigEndian.Uint32(b))) / 65536 //nolint:gosec // that is how it is stored
}

// colorant reads one of the type XYZType (section 10.31).
func colorant(b []byte) (xyz [3]float64, is bool) {
	if len(b) < 20 || string(b[:4]) != "XYZ " {
		return xyz, false
	}
	return [3]float64{fixed(b[8:]), fixed(b[12:]), fixed(b[16:])}, true
}

// curve gives the light of each of 256 values, by a curve of the type curveType or parametricCurveType (sections 10.6 and
// 10.18).
func curve(b []byte) (light [256]float64, is bool) {
	if len(b) < 12 {
		return light, false
	}
	var at func(x float64) float64
	switch string(b[:4]) {
	case "curv":
		n := binary.BigEndian.Uint32(b[8:])
		if n > maxCurve || len(b) < 12+2*int(n) {
			return light, false
		}
		at = sampled(b[12 : 12+2*n])
	case "para":
		kind := binary.BigEndian.Uint16(b[8:])
		if kind > 4 {
			return light, false
		}
		params := make([]float64, []int{1, 3, 4, 5, 7}[kind])
		if len(b) < 12+4*len(params) {
			return light, false
		}
		for i := range params {
			params[i] = fixed(b[12+4*i:])
		}
		at = func(x float64) float64 { return parametric(kind, params, x) }
	default:
		return light, false
	}
	for i := range light {
		light[i] = at(float64(i) / 255)
		if math.IsNaN(light[i]) {
			return light, false
		}
		light[i] = min(max(light[i], 0), 1)
	}
	return light, true
}

// sampled is a curve of values at equal distances; of one, which is an exponent; or of none, which changes nothing.
func sampled(values []byte) func(x float64) float64 {
	switch n := len(values) / 2; n {
	case 0:
		return func(x float64) float64 { return x }
	case 1:
		gamma := float64(binary.BigEndian.Uint16(values)) / 256
		return func(x float64) float64 { return math.Pow(x, gamma) }
	default:
		return func(x float64) float64 {
			at := x * float64(n-1)
			i := min(int(at), n-2)
			low, high := float64(binary.BigEndian.Uint16(values[2*i:])), float64(binary.BigEndian.Uint16(values[2*i+2:]))
			return (low + (high-low)*(at-float64(i))) / 65535
		}
	}
}

// parametric is a curve by its kind (table 68): g, a, b, c, d, e and f, as far as the kind has them.
func parametric(kind uint16, p []float64, x float64) float64 {
	power := func() float64 { return math.Pow(p[1]*x+p[2], p[0]) }
	switch kind {
	case 0:
		return math.Pow(x, p[0])
	case 1:
		if x >= -p[2]/p[1] {
			return power()
		}
		return 0
	case 2:
		if x >= -p[2]/p[1] {
			return power() + p[3]
		}
		return p[3]
	case 3:
		if x >= p[4] {
			return power()
		}
		return p[3] * x
	default:
		if x >= p[4] {
			return power() + p[5]
		}
		return p[3]*x + p[6]
	}
}

// steps are those in which light is encoded: fine enough that each of 256 values comes back.
const steps = 1 << 16

// encoded gives the value of sRGB for each step of light (IEC 61966-2-1, section 4.3).
func encoded() []uint8 {
	out := make([]uint8, steps)
	for i := range out {
		light := float64(i) / (steps - 1)
		if light <= 0.0031308 {
			light *= 12.92
		} else {
			light = 1.055*math.Pow(light, 1/2.4) - 0.055
		}
		out[i] = uint8(light*255 + 0.5)
	}
	return out
}

// like is how far profiles that mean the same lie apart: less than what is seen.
const like = 0.002

// isSRGB tells whether a profile means the colours of sRGB, so that nothing need be converted.
func (p *profile) isSRGB() bool {
	same := p3()
	for colour := range p.light {
		for i := range p.light[colour] {
			if math.Abs(p.light[colour][i]-same.light[colour][i]) > like {
				return false
			}
		}
	}
	for i := range 9 {
		one := 0.0
		if i%4 == 0 {
			one = 1
		}
		if p.matrix != nil && math.Abs(p.matrix[i]-one) > like {
			return false
		}
	}
	return true
}

// toSRGB converts the colours of an opaque picture. What sRGB can't show becomes the nearest that it can, colour by colour.
func (p *profile) toSRGB(picture *image.RGBA) {
	values := encoded()
	of := func(light float64) uint8 { return values[int(min(max(light, 0), 1)*(steps-1)+0.5)] }
	for at := 0; at+4 <= len(picture.Pix); at += 4 {
		pixel := picture.Pix[at : at+3 : at+3]
		r, g, b := p.light[0][pixel[0]], p.light[1][pixel[1]], p.light[2][pixel[2]]
		if m := p.matrix; m != nil {
			r, g, b = m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b
		}
		pixel[0], pixel[1], pixel[2] = of(r), of(g), of(b)
	}
}
